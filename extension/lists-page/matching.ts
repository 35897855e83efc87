import type { Entry } from "../lists/entry.ts";
import { filtered } from "../lists/filter.ts";
import { activityOf } from "../lists/groups.ts";
import { idleSince } from "./idle.ts";
import type { Filters } from "./place.ts";

/** Those entries that a place's filters let through, in their order. */
export function matching(entries: readonly Entry[], filters: Filters, now: number): readonly Entry[] {
  const { idle, activity, ...filter } = filters;
  const notPushedSince = idle === undefined ? undefined : idleSince(idle, now);
  const found = filtered(entries, { ...filter, notPushedSince });
  return activity === undefined ? found : found.filter((entry) => activityOf(entry, now) === activity);
}
