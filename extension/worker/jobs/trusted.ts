import type { Entry } from "../../lists/entry.ts";
import type { Wanted } from "../../lists/wanted.ts";

/** What was seen this long before a job began counts as known, in milliseconds. */
const TRUSTED = 3_600_000;

/** Is what an entry says of itself as good as a look, for a job that began then? */
export function isTrusted(entry: Entry, about: Wanted, began: number): boolean {
  const checkedAt = "starred" in about ? entry.starCheckedAt : entry.watchCheckedAt;
  return checkedAt !== null && checkedAt >= began - TRUSTED;
}
