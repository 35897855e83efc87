import type { ImportedItem } from "../../lists/job.ts";
import type { PluralTextKey } from "../../locales/text-keys.ts";
import { changeTitle } from "./change-title.ts";

/** Counts the items of a plan by kind of change, most frequent first. */
export function countChanges(items: readonly ImportedItem[]): (readonly [title: PluralTextKey, count: number])[] {
  const counts = new Map<PluralTextKey, number>();
  for (const { wanted } of items) {
    const title = changeTitle(wanted);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
