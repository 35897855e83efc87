import { hasEnded, type Job } from "../../lists/job.ts";
import type { Reason, ReasonKind } from "../../lists/reason.ts";
import { limitEnd, mayHaveTakenEffect, toReason } from "../lists/error-reason.ts";

/** Reason why a job cannot continue: `wait` resumes by itself, `pause` needs the user. */
export type Suspension =
  | { readonly kind: "wait"; readonly reason: Reason; readonly until: number | null }
  | { readonly kind: "pause"; readonly reason: Reason };

/** Consequences of an error for an item and its job. */
export interface ErrorClassification {
  readonly reason: Reason;
  /** Whether the write may have taken effect despite the error. */
  readonly mayHaveTakenEffect: boolean;
  /** Undefined if only this item has failed and the job continues. */
  readonly suspension?: Suspension;
}

const WAITING_REASONS: ReadonlySet<ReasonKind> = new Set<ReasonKind>(["limit", "offline", "service"]);
/** Reasons why an account cannot be used at the moment. */
const UNAVAILABLE_REASONS: readonly ReasonKind[] = ["no-account", "account", "locked"];
/** Reasons that a new token, or unlocking, resolves. */
const ACCOUNT_REASONS: readonly ReasonKind[] = ["token", "token-kind", ...UNAVAILABLE_REASONS];
const PAUSING_REASONS: ReadonlySet<ReasonKind> = new Set<ReasonKind>([...ACCOUNT_REASONS, "storage-full", "internal"]);

/** Whether a reason concerns the account's token. */
export function isAccountReason({ kind }: Reason): boolean {
  return ACCOUNT_REASONS.includes(kind);
}

/** Whether a reason is that the account cannot be used, so that nothing can be sent. */
export function isUnavailableReason({ kind }: Reason): boolean {
  return UNAVAILABLE_REASONS.includes(kind);
}

/** Whether a job can continue without the user. A cancelled job has a reason while its account cannot be used. */
export function isRunnable(job: Job): boolean {
  return !hasEnded(job) && job.state !== "paused" && !(job.state === "cancelling" && job.reason);
}

/** Classifies an error of the client or the worker. */
export function classifyError(error: unknown): ErrorClassification {
  const reason = toReason(error);
  const classification = { reason, mayHaveTakenEffect: mayHaveTakenEffect(error) };
  if (WAITING_REASONS.has(reason.kind))
    return { ...classification, suspension: { kind: "wait", reason, until: limitEnd(error) } };
  if (PAUSING_REASONS.has(reason.kind)) return { ...classification, suspension: { kind: "pause", reason } };
  return classification;
}

/** Reason of an item whose write may have taken effect, and cannot be verified. */
export function unverified({ kind, detail }: Reason): Reason {
  return { kind: "unverified", cause: kind, ...(detail !== undefined && { detail }) };
}

/** Backoff for waits without a known end, in milliseconds. */
const INITIAL_WAIT = 5_000;
const MAX_WAIT = 5 * 60_000;

/**
 * Returns the time at which a wait ends, in milliseconds since 1970.
 * @param previousWaits number of consecutive waits without a success in between
 */
export function waitEnd({ until }: { readonly until: number | null }, previousWaits: number, now: number): number {
  return until ?? now + Math.min(MAX_WAIT, INITIAL_WAIT * 2 ** previousWaits);
}
