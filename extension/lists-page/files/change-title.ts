import type { WantedState } from "../../lists/wanted-state.ts";
import type { PluralTextKey } from "../../locales/text-keys.ts";

/** Text key for the title of a change to several repositories. */
export function changeTitle(wanted: WantedState): PluralTextKey {
  if ("starred" in wanted) return wanted.starred ? "jobStar" : "jobUnstar";
  if (wanted.watch === "not-watching") return "jobUnwatch";
  return wanted.watch === "watching" ? "jobWatch" : "jobIgnore";
}
