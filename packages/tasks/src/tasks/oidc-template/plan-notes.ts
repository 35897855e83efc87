import type { TemplateState } from "./state.ts";
import { targetName } from "./template.ts";

/** Returns warnings to read before the plan is applied. */
export function planNotes({ found, warnings }: Pick<TemplateState, "found" | "warnings">): readonly string[] {
  const changing = found.filter(({ change }) => change?.changesSubject);
  const repositories = changing.filter(({ target }) => !("org" in target));
  const organizations = changing.flatMap(({ target }) => ("org" in target ? [target.org] : []));
  const notes = [...warnings];
  const [first] = repositories;
  if (first !== undefined) {
    const others = repositories.length - 1;
    const names = `${targetName(first.target)}${others === 0 ? "" : ` and ${others.toLocaleString("en")} more`}`;
    notes.push(
      `The subject of ${names} changes with the next job: cloud roles that trust only the current subject will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subject.`,
    );
  }
  if (organizations.length > 0) {
    notes.push(
      `The template of ${organizations.join(", ")} changes, and so do the subjects of all repositories that follow it (use_default false and no keys of their own): cloud roles that trust only the current subjects will reject the jobs' tokens. Before you apply, make the roles' trust conditions accept the current and the new subjects.`,
    );
  }
  return notes;
}
