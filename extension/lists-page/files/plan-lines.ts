import type { ImportedItem } from "../../lists/job.ts";
import type { Counting } from "../../locales/words.ts";
import { wantedTitle } from "./wanted-title.ts";

/** How many items of a plan want which change, the most wanted first. */
export function planLines(items: readonly ImportedItem[]): (readonly [title: Counting, count: number])[] {
  const counts = new Map<Counting, number>();
  for (const { wanted } of items) {
    const title = wantedTitle(wanted);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
