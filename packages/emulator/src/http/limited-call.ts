import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { HttpError } from "../http-error.ts";
import type { CallWeight, RateLimitStatus } from "../limits/rate-limiter.ts";
import { quotaOwnerOf } from "./quota-owner.ts";
import { rateLimitError, rateLimitHeaders } from "./rate-limit-responses.ts";
import type { HeaderList } from "./responder.ts";

/** A call under the rate limits. */
export interface LimitedCall {
  /** The error to respond with if the call is rejected. */
  readonly rejection: HttpError | undefined;
  /** Returns the status of every primary limit of the caller. */
  rateLimits(): RateLimitStatus[];
  /** Returns the headers for the limit that the call counts towards. */
  headers(): HeaderList;
  /** Marks the call as finished. */
  finish(outcome: { readonly notModified: boolean }): void;
}

/**
 * Counts a call, or rejects it.
 * @param address returns the remote address
 */
export function startLimitedCall(
  context: EmulatorContext,
  caller: Caller,
  address: () => string,
  weight: CallWeight,
): LimitedCall {
  const { limits } = context;
  const now = () => context.now().getTime();
  const owner = quotaOwnerOf(context, caller, address());
  const admission = limits.tryStart(owner, weight, now());
  // Calls that count towards no primary limit report the `core` limit.
  const currentStatus = () => limits.status(owner, weight.resource ?? "core", now());
  return {
    rejection:
      admission.refused === undefined ? undefined : rateLimitError(owner, admission, weight.resource ?? undefined),
    rateLimits: () => limits.allStatuses(owner, now()),
    // GitHub limits apps too, but doesn't say so in its responses to their JSON Web Tokens (source: recorded).
    headers: () => (caller.app ? [] : rateLimitHeaders(currentStatus())),
    finish: (outcome) => {
      if (admission.refused === undefined) admission.finish(outcome);
    },
  };
}
