import { useMemo, useState } from "preact/hooks";
import type { Entry } from "../lists/entry.ts";
import { sorted } from "../lists/sort.ts";
import { useNow } from "./clock.tsx";
import { isGathering } from "./gathering/gathering-words.ts";
import type { LiveLists } from "./live-lists.ts";
import { matching } from "./matching.ts";
import type { Place } from "./place.ts";

/** What the list shows. */
export interface Shown {
  /** Entries as they are now, in the order that they had when the list was last put in order. */
  readonly rows: readonly Entry[];
  /** The ids of those that match now. */
  readonly matching: ReadonlySet<number>;
  /** Is there something that a new order would show or leave out? */
  readonly isBehind: boolean;
  /** Puts the list in order anew. */
  readonly renew: () => void;
}

/** So often a long list is put in order anew while it is being gathered, in milliseconds. */
const RARELY = 2000;
const FEW = 300;

/**
 * The list in order. What somebody does to a row doesn't take it from under their hand: it stays where it is until the list
 * is put in order anew, as another search, filter or column does, and whatever is being gathered.
 */
export function useStillOrder(live: LiveLists, { filters, sort, direction }: Place, now: number): Shown {
  const [turn, setTurn] = useState(0);
  const { entries, membership, gathering } = live;
  const isOpen = isGathering(gathering);
  const beat = useNow(isOpen ? RARELY : 0);
  // What is being looked at moves to where it belongs: at once where that is little work.
  const version = isOpen ? (entries.size > FEW ? beat : entries) : membership;
  const all = useMemo(() => [...entries.values()], [entries]);
  const inOrder = useMemo(
    () => sorted(all, sort, direction).map(({ id }) => id),
    [live.account, version, turn, sort, direction],
  );
  const key = JSON.stringify(filters);
  const matches = useMemo(() => new Set(matching(all, filters, now).map(({ id }) => id)), [all, key, now]);
  const ids = useMemo(() => inOrder.filter((id) => matches.has(id)), [inOrder, key, turn]);
  const rows = useMemo(
    () =>
      ids.flatMap((id) => {
        const entry = entries.get(id);
        return entry ? [entry] : [];
      }),
    [ids, entries],
  );
  const isBehind = !isOpen && (rows.length !== matches.size || rows.some(({ id }) => !matches.has(id)));
  return { rows, matching: matches, isBehind, renew: () => setTurn((turn) => turn + 1) };
}
