import type { Entry, EntrySource } from "./entry.ts";
import type { Reason, WaitState } from "./reason.ts";

/** Progress of one source of entries. */
export interface SourceProgress {
  readonly source: EntrySource;
  readonly state: "waiting" | "reading" | "read" | "refused";
  /** Number of repositories found so far. */
  readonly count: number;
  /** Reason why it cannot be read, or only in part. */
  readonly reason: Reason | null;
}

/** Progress or result of gathering an account's entries. */
export interface Gathering {
  readonly account: string;
  readonly state: "never" | "listing" | "checking" | "done" | "stopped" | "failed";
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly sources: readonly SourceProgress[];
  /** Whether all watch states are read, as the user requested, however many calls that takes. */
  readonly checkAll: boolean;
  /** Number of subscriptions to check, and number already checked. */
  readonly toCheck: number;
  readonly checked: number;
  /** Estimated end, in milliseconds since 1970; null if unknown. */
  readonly eta: number | null;
  /** Current wait: its reason and end. */
  readonly waiting: WaitState | null;
  /** Reason why subscriptions cannot be read at all; null if they can. Stars still work. */
  readonly watchUnavailable: Reason | null;
  readonly reason: Reason | null;
}

/**
 * Whether the service's list of watched repositories says what is watched. An empty or refused list says nothing, because
 * the list is being withdrawn.
 */
export function hasWatchedList({ sources }: Gathering): boolean {
  return sources.some(({ source, state, count }) => source === "watched" && state === "read" && count > 0);
}

/** Whether an entry's watch state has not been read since the lists were. */
export function needsWatchCheck({ missing, watchCheckedAt }: Entry, gatheringStartedAt: number): boolean {
  return missing === null && (watchCheckedAt ?? 0) < gatheringStartedAt;
}
