import type { ListedEntry } from "../lists/annotation.ts";
import { pushedAt } from "../lists/filter-entries.ts";
import { type EntryGroup, groupByLanguage, groupByOwner, groupByTag } from "../lists/groups.ts";
import type { WatchState } from "../model/control-states.ts";
import { applyFilters } from "./apply-filters.ts";
import { IDLE_SPANS, type IdleSpan, idleSince } from "./idle.ts";
import { type ListsFilters, NO_FILTERS } from "./lists-route.ts";

/** Number of entries that each filter choice would leave, with the other filters unchanged. */
export interface Facets {
  readonly starred: Readonly<Record<"yes" | "no" | "unknown", number>>;
  readonly watch: Readonly<Record<WatchState | "unknown", number>>;
  readonly idle: Readonly<Record<IdleSpan, number>>;
  readonly archived: YesNoCounts;
  readonly fork: YesNoCounts;
  readonly private: YesNoCounts;
  readonly missing: number;
  readonly languages: readonly EntryGroup[];
  readonly owners: readonly EntryGroup[];
  readonly tags: readonly EntryGroup[];
}

export interface YesNoCounts {
  readonly yes: number;
  readonly no: number;
}

export function countFacets(entries: readonly ListedEntry[], filters: ListsFilters, now: number): Facets {
  // The text search applies to all choices.
  const found = applyFilters(entries, { ...NO_FILTERS, text: filters.text }, now);
  const others = { ...filters, text: undefined };
  const all = applyFilters(found, others, now);
  const without = (name: keyof ListsFilters) =>
    filters[name] === undefined ? all : applyFilters(found, { ...others, [name]: undefined }, now);
  const count = (entries: readonly ListedEntry[], matches: (entry: ListedEntry) => boolean) =>
    entries.reduce((sum, entry) => sum + Number(matches(entry)), 0);
  const yesNo = (name: "archived" | "fork" | "private"): YesNoCounts => {
    const candidates = without(name);
    const yes = count(candidates, (entry) => entry[name]);
    return { yes, no: candidates.length - yes };
  };
  const [stars, watches, idle] = [without("starred"), without("watch"), without("idle")];
  return {
    starred: {
      yes: count(stars, ({ starred }) => starred === true),
      no: count(stars, ({ starred }) => starred === false),
      unknown: count(stars, ({ starred }) => starred === null),
    },
    watch: {
      watching: count(watches, ({ watch }) => watch === "watching"),
      ignoring: count(watches, ({ watch }) => watch === "ignoring"),
      "not-watching": count(watches, ({ watch }) => watch === "not-watching"),
      unknown: count(watches, ({ watch }) => watch === null),
    },
    idle: countIdle(idle, now),
    archived: yesNo("archived"),
    fork: yesNo("fork"),
    private: yesNo("private"),
    missing: count(without("missing"), ({ missing }) => missing !== null),
    languages: groupByLanguage(without("language")),
    owners: groupByOwner(without("owner")),
    tags: groupByTag(without("tag")),
  };
}

function countIdle(entries: readonly ListedEntry[], now: number): Record<IdleSpan, number> {
  const counts = { "6m": 0, "1y": 0, "2y": 0, "5y": 0 };
  const since = IDLE_SPANS.map((span) => [span, idleSince(span, now)] as const);
  for (const entry of entries) {
    const at = pushedAt(entry);
    for (const [span, limit] of since) if (at < limit) counts[span]++;
  }
  return counts;
}
