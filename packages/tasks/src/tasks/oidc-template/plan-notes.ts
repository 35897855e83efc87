import type { TemplateState } from "./state.ts";
import { targetName } from "./template.ts";

/** Returns warnings to read before the plan is applied. */
export function planNotes({
  found,
  warnings,
  trust,
}: Pick<TemplateState, "found" | "warnings" | "trust">): readonly string[] {
  const changing = found.filter(({ change }) => change?.changesSubject);
  const repositories = changing.filter(({ target }) => !("org" in target));
  const organizations = changing.flatMap(({ target }) => ("org" in target ? [target.org] : []));
  const notes = [...warnings];
  const [first] = repositories;
  if (first !== undefined) {
    const others = repositories.length - 1;
    const names = `${targetName(first.target)}${others === 0 ? "" : ` and ${others.toLocaleString("en")} more`}`;
    const conditions = trust.folders.length === 0 ? "" : `, as those in ${trust.folders.join(" and ")} do`;
    notes.push(
      `The subject of ${names} changes with the next job: cloud roles that trust only the current subject will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subject${conditions}.`,
    );
  }
  if (organizations.length > 0) {
    const changesIds = changing.some(({ target, goal }) => "org" in target && goal.immutable !== undefined);
    const followers = changesIds
      ? "all repositories that have no setting for ids of their own, or no keys of their own (use_default false)"
      : "all repositories that follow it (use_default false and no keys of their own)";
    const scope =
      trust.folders.length === 0 ? "" : " The trust conditions only contain the repositories that are targets.";
    notes.push(
      `The template of ${organizations.join(", ")} changes, and so do the subjects of ${followers}: cloud roles that trust only the current subjects will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subjects.${scope}`,
    );
  }
  return [...notes, ...trust.notes];
}
