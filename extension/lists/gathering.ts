import type { FoundIn } from "./entry.ts";
import type { Reason, Waiting } from "./reason.ts";

/** One of the lists that entries are gathered from. */
export interface SourceState {
  readonly source: FoundIn;
  readonly state: "waiting" | "reading" | "read" | "refused";
  /** How many repositories it has given so far. */
  readonly count: number;
  /** Why it can't be read, or why not all of it. */
  readonly why: Reason | null;
}

/** How gathering an account's entries goes, or went. */
export interface Gathering {
  readonly account: string;
  readonly state: "never" | "listing" | "checking" | "done" | "stopped" | "failed";
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly sources: readonly SourceState[];
  /** Subscriptions that are to be looked at, and those that were. */
  readonly toCheck: number;
  readonly checked: number;
  /** When it will be done, milliseconds since 1970; null: nobody knows yet. */
  readonly eta: number | null;
  /** What it waits for just now, and until when. */
  readonly waiting: Waiting | null;
  /** Why subscriptions can't be looked at at all, said once: then stars still work. */
  readonly whyNoWatch: Reason | null;
  /** Why it failed. */
  readonly why: Reason | null;
}
