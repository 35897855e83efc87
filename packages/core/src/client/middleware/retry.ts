import { checkOptionNames } from "../../check-option-names.ts";
import { isJson } from "../../contract/call-definition.ts";
import { isVerbatim } from "../../contract/definition.ts";
import { invalidField, isConnectionError } from "../../errors.ts";
import { sleep } from "../abortable.ts";
import { type Clock, measureTime } from "../clock.ts";
import type { CallRequest, CallResponse, Middleware } from "../middleware.ts";
import { parseRateLimitRejection, parseRetryAfter } from "../response/rate-limit.ts";

/** Limits on how often a call is sent. */
export interface RetryOptions {
  /** Maximum number of attempts if connections or the service fail; default 4. */
  readonly attempts?: number | undefined;
  /** Maximum number of attempts if the service reports a rate limit; default 10. */
  readonly rateLimitAttempts?: number | undefined;
}

const OPTIONS = { attempts: true, rateLimitAttempts: true } as const satisfies Record<keyof RetryOptions, true>;

/** @throws InputError if an option is invalid; its `field` names it */
export function readRetryOptions(options: RetryOptions = {}): RetryOptions {
  if (typeof options !== "object" || options === null) throw invalidField("retry", "must be an object, or false");
  checkOptionNames(options, OPTIONS, "retry.");
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw invalidField(`retry.${name}`, "must be a whole number, 1 or more");
  }
  return options;
}

/**
 * Checks whether a call took effect.
 * @param sinceSent returns the milliseconds since the call was first sent
 * @returns a response that replaces the lost one; undefined if it did not take effect
 */
export type VerifyOutcome = (request: CallRequest, sinceSent: () => number) => Promise<CallResponse | undefined>;

/** First and longest backoff, in milliseconds. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** Delay before verifying an ambiguous write, in milliseconds, since its effect can become visible late. */
const VERIFY_DELAY_MS = 10_000;
/** Wait after a rate-limit response that contains no retry time, in milliseconds; doubles up to an hour. */
const DEFAULT_RATE_LIMIT_WAIT_MS = 60_000;
const MAX_DEFAULT_RATE_LIMIT_WAIT_MS = 3_600_000;
/** Longest wait that a service can request; timers have a limit, too. */
const MAX_REQUESTED_WAIT_MS = 86_400_000;

interface RetryDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly verify?: VerifyOutcome;
}

/**
 * Retries what is safe to retry: rate-limited calls always; calls that may have taken effect only if they are
 * idempotent, or after verifying that they did not.
 */
export function retry(options: RetryOptions, { clock, random, verify }: RetryDeps): Middleware {
  const maxAttempts = { refused: options.rateLimitAttempts ?? 10, failed: options.attempts ?? 4 };
  return (next) => async (initialRequest) => {
    // A download is read as it arrives, so it cannot be restarted.
    if (initialRequest.responseType === "stream") return next(initialRequest);
    const { definition, deadline, maxWait, signal } = initialRequest;
    const failureCounts = { refused: 0, failed: 0 };
    let waitedForLimits = 0;
    let ambiguous: AmbiguousOutcome | undefined;
    for (let request = initialRequest; ; request = { ...request, attempt: request.attempt + 1 }) {
      const sinceSent = measureTime(clock);
      const result = await settle(next(request));
      const failure = transientFailureOf(result, clock.now());
      if (failure?.kind === "failed" || failure?.kind === "lost") {
        ambiguous = { result, sinceFirstSent: ambiguous?.sinceFirstSent ?? sinceSent, isDisproved: false };
      }
      if (!failure) return finalResult(result, request, ambiguous);
      const isRefused = failure.kind === "refused";
      const kind = isRefused ? "refused" : "failed";
      const verifiesFirst = ambiguous !== undefined && definition.retry === "verify";
      const wait = Math.max(retryDelay(failure, failureCounts[kind], random), verifiesFirst ? VERIFY_DELAY_MS : 0);
      failureCounts[kind]++;
      const wasNotExecuted = isRefused || failure.kind === "unsent";
      const canRetry =
        failureCounts[kind] < maxAttempts[kind] &&
        (wasNotExecuted || isRetryable(initialRequest, verify !== undefined));
      const inTime = clock.monotonic() + wait < deadline && (!isRefused || waitedForLimits + wait <= maxWait);
      if (!canRetry || !inTime || wait > MAX_REQUESTED_WAIT_MS) return finalResult(result, request, ambiguous, failure);
      if (isRefused) waitedForLimits += wait;
      const until = new Date(clock.now() + wait);
      request.emit?.({ type: "retry", attempt: request.attempt + 1, reason: failure.reason, until });
      await sleep(clock, wait, signal);
      if (!ambiguous || !verify || definition.retry !== "verify") continue;
      const verification = await settle(verify(request, ambiguous.sinceFirstSent));
      signal?.throwIfAborted();
      // If the verification fails, the outcome remains unknown, so the call must not be repeated.
      if ("error" in verification) return unwrap(ambiguous.result);
      if (verification.response) return verification.response;
      ambiguous = { ...ambiguous, isDisproved: true };
    }
  };
}

/** An attempt that may have taken effect. */
interface AmbiguousOutcome {
  readonly result: AttemptResult;
  /** Milliseconds since the first such attempt was sent. */
  readonly sinceFirstSent: () => number;
  /** Verification has shown that it did not take effect. */
  readonly isDisproved: boolean;
}

type AttemptResult = { readonly response: CallResponse } | { readonly error: unknown };

/** A failure that can be temporary. */
interface TransientFailure {
  /** `refused` or `unsent`: the call was not executed. `failed` or `lost`: the outcome is unknown. */
  readonly kind: "refused" | "failed" | "lost" | "unsent";
  readonly reason: string;
  /** Wait that the service requests, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

function settle<T>(sent: Promise<T>): Promise<{ readonly response: T } | { readonly error: unknown }> {
  return sent.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

function transientFailureOf(result: AttemptResult, now: number): TransientFailure | undefined {
  if ("error" in result) {
    if (!isConnectionError(result.error)) return undefined;
    return { kind: result.error.outcome === "none" ? "unsent" : "lost", reason: result.error.detail };
  }
  const { response } = result;
  const limit = parseRateLimitRejection(response, now);
  if (limit?.isEndless) return undefined;
  if (limit) return { kind: "refused", reason: `${response.status}: rate limited`, retryAfter: limit.wait };
  // 501 and 505 are permanent.
  if (response.status < 500 || response.status === 501 || response.status === 505) return undefined;
  return { kind: "failed", reason: `${response.status}`, retryAfter: parseRetryAfter(response.headers, now) };
}

/** Delay before the next attempt, never shorter than the service requests. */
function retryDelay({ kind, retryAfter }: TransientFailure, earlierFailures: number, random: () => number): number {
  if (kind === "refused")
    return retryAfter ?? Math.min(MAX_DEFAULT_RATE_LIMIT_WAIT_MS, DEFAULT_RATE_LIMIT_WAIT_MS * 2 ** earlierFailures);
  // Full jitter, so that clients that failed together do not retry together.
  return Math.max(retryAfter ?? 0, random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** earlierFailures));
}

function isRetryable({ definition: { retry, verification } }: CallRequest, canVerify: boolean): boolean {
  return retry === "safe" || retry === "idempotent" || (retry === "verify" && canVerify && verification !== undefined);
}

/**
 * The final response of a call.
 * @param ambiguous an earlier attempt that may have taken effect
 * @throws the error of the result
 */
function finalResult(
  result: AttemptResult,
  request: CallRequest,
  ambiguous: AmbiguousOutcome | undefined,
  failure?: TransientFailure,
): CallResponse {
  if (!ambiguous || request.signal?.aborted) return unwrap(result);
  // Even if the last attempt had no effect, an earlier one may have had one.
  const wasNotExecuted = "error" in result || failure?.kind === "refused";
  if (wasNotExecuted && !ambiguous.isDisproved && request.definition.retry !== "safe") return unwrap(ambiguous.result);
  const response = unwrap(result);
  // An earlier attempt, whose response was lost, deleted the resource.
  return request.method === "DELETE" && response.status === 404 ? (emptySuccess(request) ?? response) : response;
}

/** @throws the error of the result */
function unwrap(result: AttemptResult): CallResponse {
  if ("error" in result) throw result.error;
  return result.response;
}

/** The empty response of a success; undefined if the operation has none. */
export function emptySuccess({ definition: { success } }: CallRequest): CallResponse | undefined {
  const [empty] = Object.entries(success).filter(([, response]) => !isJson(response) && !isVerbatim(response));
  return empty && { status: Number(empty[0]), headers: new Headers(), text: "" };
}
