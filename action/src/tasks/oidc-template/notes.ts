import type { State } from "./state.ts";
import { targetName } from "./template.ts";

/** What whoever reads the plan ought to know before it is applied. */
export function notesOf({ found, warnings }: Pick<State, "found" | "warnings">): readonly string[] {
  const changing = found.filter(({ change }) => change?.changesSubject);
  const repositories = changing.filter(({ target }) => !("org" in target));
  const organizations = changing.flatMap(({ target }) => ("org" in target ? [target.org] : []));
  const notes = [...warnings];
  const [first] = repositories;
  if (first !== undefined) {
    const others = repositories.length - 1;
    const who = `${targetName(first.target)}${others === 0 ? "" : ` and ${others.toLocaleString("en")} more`}`;
    notes.push(
      `The subject of ${who} changes with the next job: roles that trust today's stop matching. Change the clouds' trust conditions first, so that they take both.`,
    );
  }
  if (organizations.length > 0) {
    notes.push(
      `The template of ${organizations.join(", ")} changes: so do the subjects of all repositories there that follow it (those with use_default false and no keys of their own), and roles that trust today's stop matching.`,
    );
  }
  return notes;
}
