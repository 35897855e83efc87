import type { Entry } from "../lists/entry.ts";
import { pushedAt } from "../lists/filter.ts";
import { byLanguage, byOwner, type Group } from "../lists/groups.ts";
import type { Watch } from "../messages/states.ts";
import { idleSince, SPANS, type Span } from "./idle.ts";
import { matching } from "./matching.ts";
import { type Filters, NO_FILTERS } from "./place.ts";

/** How many entries each choice of a filter would leave, with all other filters as they are. */
export interface Facets {
  readonly starred: Readonly<Record<"yes" | "no" | "unknown", number>>;
  readonly watch: Readonly<Record<Watch | "unknown", number>>;
  readonly idle: Readonly<Record<Span, number>>;
  readonly archived: YesNo;
  readonly fork: YesNo;
  readonly private: YesNo;
  readonly missing: number;
  readonly languages: readonly Group[];
  readonly owners: readonly Group[];
}

export interface YesNo {
  readonly yes: number;
  readonly no: number;
}

/** Counts what each choice would leave. */
export function facetsOf(entries: readonly Entry[], filters: Filters, now: number): Facets {
  // What the search leaves out no choice brings back.
  const found = matching(entries, { ...NO_FILTERS, text: filters.text }, now);
  const others = { ...filters, text: undefined };
  const all = matching(found, others, now);
  const without = (name: keyof Filters) =>
    filters[name] === undefined ? all : matching(found, { ...others, [name]: undefined }, now);
  const count = (of: readonly Entry[], is: (entry: Entry) => boolean) =>
    of.reduce((sum, one) => sum + Number(is(one)), 0);
  const yesNo = (name: "archived" | "fork" | "private"): YesNo => {
    const of = without(name);
    const yes = count(of, (entry) => entry[name]);
    return { yes, no: of.length - yes };
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
      "not watching": count(watches, ({ watch }) => watch === "not watching"),
      unknown: count(watches, ({ watch }) => watch === null),
    },
    idle: spansOf(idle, now),
    archived: yesNo("archived"),
    fork: yesNo("fork"),
    private: yesNo("private"),
    missing: count(without("missing"), ({ missing }) => missing !== null),
    languages: byLanguage(without("language")),
    owners: byOwner(without("owner")),
  };
}

function spansOf(entries: readonly Entry[], now: number): Record<Span, number> {
  const counts = { "6m": 0, "1y": 0, "2y": 0, "5y": 0 };
  const since = SPANS.map((span) => [span, idleSince(span, now)] as const);
  for (const entry of entries) {
    const at = pushedAt(entry);
    for (const [span, limit] of since) if (at < limit) counts[span]++;
  }
  return counts;
}
