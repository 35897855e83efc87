import { isConnectionError } from "../../errors.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";
import { parseRateLimitRejection, parseRetryAfter } from "../response/rate-limit.ts";
import { sleep } from "../sleep.ts";
import { type AttemptResult, settle, unwrap } from "./attempt-result.ts";
import { emptySuccess } from "./empty-success.ts";
import type { RetryDeps, RetrySettings } from "./retry.ts";
import type { OutcomeVerification } from "./verification.ts";

/** First and longest backoff, in milliseconds. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** Wait after a rate-limit response that contains no retry time, in milliseconds; doubles up to an hour. */
const DEFAULT_RATE_LIMIT_WAIT_MS = 60_000;
const MAX_DEFAULT_RATE_LIMIT_WAIT_MS = 3_600_000;
/** Longest wait that a service can request; timers have a limit, too. */
const MAX_REQUESTED_WAIT_MS = 86_400_000;

/** A call that is retried. */
interface RetriedCall extends RetryDeps {
  readonly settings: RetrySettings;
  readonly next: Send;
  /** Undefined if its effect cannot be verified. */
  readonly verification: OutcomeVerification | undefined;
}

/** Continues a call whose first attempt has failed. */
export async function retryCall(
  { settings, clock, random, next, verification }: RetriedCall,
  initialRequest: CallRequest,
  firstResult: AttemptResult,
): Promise<CallResponse> {
  const { definition, deadline, maxWait, signal } = initialRequest;
  let request = initialRequest;
  let result = firstResult;
  let refusals = 0;
  let failures = 0;
  let waitedForLimits = 0;
  /** The last attempt that may have taken effect, and whether verification has shown that none did. */
  let ambiguous: AttemptResult | undefined;
  let isDisproved = false;
  for (;;) {
    const failure = transientFailureOf(result, clock.now());
    /** The final result of the call. */
    const finish = () => {
      if (ambiguous && !signal?.aborted) {
        // Even if the last attempt had no effect, an earlier one may have had one.
        const wasNotExecuted = failure?.isRefused || !result.response;
        if (wasNotExecuted && !isDisproved && definition.retry !== "safe") return unwrap(ambiguous);
        // An earlier attempt, whose response was lost, deleted the resource.
        if (request.method === "DELETE" && result.response?.status === 404)
          return emptySuccess(request) ?? result.response;
      }
      return unwrap(result);
    };
    if (!failure) return finish();
    const { isRefused, isAmbiguous, reason, retryAfter } = failure;
    if (isAmbiguous) {
      ambiguous = result;
      isDisproved = false;
      verification?.recordAmbiguous();
    }
    const earlier = isRefused ? refusals++ : failures++;
    const backoff = (first: number, longest: number) => Math.min(longest, first * 2 ** earlier);
    const delay = isRefused
      ? (retryAfter ?? backoff(DEFAULT_RATE_LIMIT_WAIT_MS, MAX_DEFAULT_RATE_LIMIT_WAIT_MS))
      : // Full jitter, so that clients that failed together do not retry together.
        Math.max(retryAfter ?? 0, random() * backoff(FIRST_WAIT_MS, MAX_WAIT_MS));
    const wait = Math.max(delay, (ambiguous && verification?.delay) ?? 0);
    if (isRefused) waitedForLimits += wait;
    const canRetry =
      earlier + 1 < (isRefused ? settings.rateLimitAttempts : settings.attempts) &&
      (!isAmbiguous || verification || definition.retry === "safe" || definition.retry === "idempotent") &&
      clock.monotonic() + wait < deadline &&
      waitedForLimits <= maxWait &&
      wait <= MAX_REQUESTED_WAIT_MS;
    if (!canRetry) return finish();
    request.emit?.({ type: "retry", attempt: request.attempt + 1, reason, until: new Date(clock.now() + wait) });
    await sleep(clock, wait, signal);
    if (ambiguous && verification) {
      const verified = await settle(verification.check(request));
      signal?.throwIfAborted();
      // If the verification fails, the outcome remains unknown, so the call must not be repeated.
      if (verified.isError) return unwrap(ambiguous);
      if (verified.response) return verified.response;
      isDisproved = true;
    }
    request = { ...request, attempt: request.attempt + 1 };
    verification?.startAttempt();
    result = await settle(next(request));
  }
}

/** A failure that can be temporary. */
interface TransientFailure {
  /** The service reported a rate limit. */
  readonly isRefused?: boolean;
  /** Whether the call may have taken effect. */
  readonly isAmbiguous?: boolean;
  readonly reason: string;
  /** Wait that the service requests, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

function transientFailureOf({ response, error }: AttemptResult, now: number): TransientFailure | undefined {
  if (!response)
    return isConnectionError(error) ? { isAmbiguous: error.outcome !== "none", reason: error.detail } : undefined;
  const { status, headers } = response;
  const limit = parseRateLimitRejection(response, now);
  if (limit?.isEndless) return undefined;
  if (limit) return { isRefused: true, reason: `${status}: rate limited`, retryAfter: limit.wait };
  // 501 and 505 are permanent.
  if (status < 500 || status === 501 || status === 505) return undefined;
  return { isAmbiguous: true, reason: `${status}`, retryAfter: parseRetryAfter(headers, now) };
}
