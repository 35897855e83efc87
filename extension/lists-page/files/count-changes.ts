import type { ImportedItem } from "../../lists/job.ts";
import type { WantedState } from "../../lists/wanted-state.ts";
import type { PluralTextKey } from "../../locales/text-keys.ts";

/** Counts the items of a plan by kind of change, most frequent first. */
export function countChanges(items: readonly ImportedItem[]): (readonly [title: PluralTextKey, count: number])[] {
  const counts = new Map<PluralTextKey, number>();
  for (const { wanted } of items) {
    const title = changeTitle(wanted);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Text key for the title of a change to several repositories. */
function changeTitle(wanted: WantedState): PluralTextKey {
  if ("starred" in wanted) return wanted.starred ? "jobStar" : "jobUnstar";
  if (wanted.watch === "not-watching") return "jobUnwatch";
  return wanted.watch === "watching" ? "jobWatch" : "jobIgnore";
}
