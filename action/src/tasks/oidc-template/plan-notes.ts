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
      `The subject of ${names} changes with the next job: roles that trust the current subject stop matching. First update the clouds' trust conditions to accept both.`,
    );
  }
  if (organizations.length > 0) {
    notes.push(
      `The template of ${organizations.join(", ")} changes, and so do the subjects of all repositories that follow it (use_default false and no keys of their own): roles that trust the current subjects stop matching.`,
    );
  }
  return notes;
}
