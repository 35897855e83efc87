import type { Wanted } from "../../lists/wanted.ts";
import type { Counting } from "../../locales/words.ts";

/** What a file wants of a repository, as the title of what would be done to so many. */
export function wantedTitle(wanted: Wanted): Counting {
  if ("starred" in wanted) return wanted.starred ? "jobStar" : "jobUnstar";
  if (wanted.watch === "not watching") return "jobUnwatch";
  return wanted.watch === "watching" ? "jobWatch" : "jobIgnore";
}
