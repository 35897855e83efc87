import { type Clock, measureTime } from "../clock.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";

/**
 * Checks whether a call took effect.
 * @param sinceSent returns the milliseconds since the call was first sent
 * @returns a response that replaces the lost one; undefined if it did not take effect
 */
export type VerifyOutcome = (request: CallRequest, sinceSent: () => number) => Promise<CallResponse | undefined>;

/** Verifies the outcome of one call, if that is possible. */
export interface OutcomeVerification {
  /** Delay before the first check, in milliseconds, since an effect can become visible late. */
  readonly delay: number;
  /** Measures the time since each attempt. */
  readonly startAttempt: () => void;
  /** Records that the last attempt may have taken effect. */
  readonly recordAmbiguous: () => void;
  /** @returns a response that replaces the lost one; undefined if no attempt took effect */
  readonly check: (request: CallRequest) => Promise<CallResponse | undefined>;
}

/** Returns the verification of a call; undefined if its effect cannot be verified. */
export type VerificationFor = (request: CallRequest) => OutcomeVerification | undefined;

const DELAY_MS = 10_000;

/** Creates the verifications of ambiguous writes for `retry`. */
export function verifyWith(verify: VerifyOutcome, clock: Clock): VerificationFor {
  return ({ definition: { retry, verification } }) => {
    if (retry !== "verify" || !verification) return undefined;
    let sinceSent = measureTime(clock);
    let sinceFirstSent: (() => number) | undefined;
    return {
      delay: DELAY_MS,
      startAttempt() {
        sinceSent = measureTime(clock);
      },
      recordAmbiguous() {
        sinceFirstSent ??= sinceSent;
      },
      check: (request) => verify(request, sinceFirstSent ?? sinceSent),
    };
  };
}
