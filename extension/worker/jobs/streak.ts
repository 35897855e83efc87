import type { JobItem } from "../../lists/job.ts";
import type { Reason, ReasonKind } from "../../lists/reason.ts";

/** So many refusals of one kind on end are no chance where nothing has gone well yet; and where something has. */
const MOST_AT_FIRST = 5;
const MOST_LATER = 25;

/** Refusals of one kind, one after the other. */
export interface Streak {
  /** Notes what went well. */
  readonly succeeded: () => void;
  /** Notes an item that was refused. @returns all that were refused on end, where they are too many */
  readonly refused: (item: JobItem, why: Reason) => readonly JobItem[] | undefined;
}

/** @param tolerated kinds of which somebody has said to go on all the same */
export function createStreak(tolerated: readonly ReasonKind[], hasSucceeded: boolean): Streak {
  let most = hasSucceeded ? MOST_LATER : MOST_AT_FIRST;
  let kind: ReasonKind | undefined;
  let items: JobItem[] = [];
  return {
    succeeded() {
      most = MOST_LATER;
      items = [];
    },
    refused(item, why) {
      if (tolerated.includes(why.kind)) return undefined;
      items = why.kind === kind ? [...items, item] : [item];
      kind = why.kind;
      return items.length >= most ? items : undefined;
    },
  };
}
