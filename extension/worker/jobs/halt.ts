import type { Reason, ReasonKind } from "../../lists/reason.ts";
import { limitEnd, mayBeDone, reasonOf } from "../lists/reason.ts";

/** Why a job can't go on just now: it waits and tries again by itself, or somebody has to do something. */
export type Halt =
  | { readonly kind: "wait"; readonly why: Reason; readonly until: number | null }
  | { readonly kind: "pause"; readonly why: Reason };

/** What an error means for an item, and for its job. */
export interface Verdict {
  readonly why: Reason;
  /** May the item have been done? */
  readonly mayBeDone: boolean;
  /** Undefined: only this item has failed, and the job goes on. */
  readonly halt?: Halt;
}

const WAITS: ReadonlySet<ReasonKind> = new Set<ReasonKind>(["limit", "offline", "forge"]);
/** What another token, or a passphrase, puts an end to. */
const OF_ACCOUNT: readonly ReasonKind[] = ["token", "token kind", "no account", "account", "locked"];
const PAUSES: ReadonlySet<ReasonKind> = new Set<ReasonKind>([...OF_ACCOUNT, "storage full", "internal"]);

/** Is it a matter of the account's token? */
export function isOfAccount({ kind }: Reason): boolean {
  return OF_ACCOUNT.includes(kind);
}

/** What is to be made of an error. */
export function verdictOn(error: unknown): Verdict {
  const why = reasonOf(error);
  const verdict = { why, mayBeDone: mayBeDone(error) };
  if (WAITS.has(why.kind)) return { ...verdict, halt: { kind: "wait", why, until: limitEnd(error) } };
  if (PAUSES.has(why.kind)) return { ...verdict, halt: { kind: "pause", why } };
  return verdict;
}

/** The first wait where nobody says for how long, and the longest, in milliseconds. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 5 * 60_000;

/** When a wait ends. @param times how often it was waited without anything having gone well since */
export function waitUntil({ until }: { readonly until: number | null }, times: number, now: number): number {
  return until ?? now + Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** times);
}
