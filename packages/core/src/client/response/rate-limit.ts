import { readProperty } from "../../internal/read-property.ts";
import type { CallResponse } from "../middleware.ts";
import { errorJson } from "./error-json.ts";
import { parseHttpDate } from "./http-date.ts";

/** Messages of rate-limit responses; a 422 with such a message is not a validation error. */
const RATE_LIMIT_MESSAGE = /rate limit|too quickly|abuse detection/i;
/** Start of validation messages; the rest can quote any text. */
const VALIDATION_MESSAGE = /^validation failed/i;

/** Longest wait that is accepted: one day. */
const MAX_WAIT_MS = 86_400_000;

const HOUR_MS = 3_600_000;

/** A response that rejects a call because of a rate limit. */
export interface RateLimitRejection {
  /** Milliseconds until the call can be retried; undefined if the service does not specify it. */
  readonly wait: number | undefined;
  /** Whether the primary limit is exhausted until then. */
  readonly spent: boolean;
  /** Set if the service requests a wait longer than the accepted maximum. */
  readonly isEndless?: true;
}

/**
 * Recognizes a response that rejects a call because of a rate limit. Such a call was not executed, whatever its method.
 * @param now this machine's time, for responses without a date
 * @returns undefined for any other response
 */
export function parseRateLimitRejection(response: CallResponse, now: number): RateLimitRejection | undefined {
  const { status, headers } = response;
  if (status !== 403 && status !== 422 && status !== 429) return undefined;
  const body = readProperty(errorJson(response), "message");
  const message = typeof body === "string" ? body : "";
  if (status === 422 && VALIDATION_MESSAGE.test(message)) return undefined;
  const hasRateLimitMessage = RATE_LIMIT_MESSAGE.test(message);
  const retryAfter = parseRetryAfter(headers, now);
  // The last successful response also reports zero remaining, so the message or a 429 must confirm it.
  const spent = headers.get("x-ratelimit-remaining") === "0" && (hasRateLimitMessage || status === 429);
  const reset = retryAfter === undefined && spent ? millisecondsUntilFutureReset(headers, now) : undefined;
  const wait = retryAfter ?? reset;
  const isEndless = wait !== undefined && wait > MAX_WAIT_MS;
  const isLimit = status === 429 || hasRateLimitMessage || retryAfter !== undefined;
  if (!isLimit) return undefined;
  return { wait: isEndless ? undefined : wait, spent: reset !== undefined, ...(isEndless ? { isEndless } : {}) };
}

/**
 * Primary rate limit as response headers report it.
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export interface RateLimitStatus {
  /** Maximum number of calls per period. */
  readonly limit: number;
  readonly remaining: number;
  readonly used: number | undefined;
  /** Time at which `remaining` is restored. */
  readonly reset: Date;
  /** The rate-limit resource: `core`, `search`. */
  readonly resource: string;
}

/** A rate limit whose reset is independent of this machine's clock. */
export interface RateLimitReading extends Omit<RateLimitStatus, "reset"> {
  /** Time of the reset as the service wrote it, in seconds since 1970. */
  readonly resetSeconds: number;
  /** Milliseconds from the response to the reset. */
  readonly resetIn: number;
}

/** A rate limit with its reset by this machine's clock. */
export function toRateLimitStatus(
  { limit, remaining, used, resetIn, resource }: RateLimitReading,
  now: number,
): RateLimitStatus {
  return { limit, remaining, used, reset: new Date(now + resetIn), resource };
}

/**
 * Parses the rate-limit headers; undefined if they are missing or invalid.
 * @param now this machine's time, for responses without a date
 */
export function parseRateLimit(headers: Headers, now: number): RateLimitReading | undefined {
  const remaining = numberIn(headers, "x-ratelimit-remaining");
  const limit = numberIn(headers, "x-ratelimit-limit");
  const resetSeconds = numberIn(headers, "x-ratelimit-reset");
  const resource = headers.get("x-ratelimit-resource") ?? "core";
  // Anything else can repeat a part of the request, and is stored.
  const isResource = /^[a-z_]{1,40}$/.test(resource);
  if (remaining === undefined || limit === undefined || resetSeconds === undefined || !isResource) return undefined;
  return {
    limit,
    remaining,
    used: numberIn(headers, "x-ratelimit-used"),
    resource,
    resetSeconds,
    resetIn: millisecondsUntilReset(resetSeconds, headers, now),
  };
}

/**
 * The wait that `retry-after` requests, in milliseconds; the header is a number of seconds or a date (RFC 9110,
 * 10.2.3).
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  if (/^\d{1,12}(\.\d{1,12})?$/.test(seconds)) return Math.ceil(Number(seconds) * 1000);
  const date = parseHttpDate(headers, "retry-after");
  return date === undefined ? undefined : Math.max(0, date - (parseHttpDate(headers, "date") ?? now));
}

/**
 * Milliseconds until the primary limit resets, by the service's clock if the response has a date, since the local one
 * can be wrong. At most an hour.
 */
function millisecondsUntilReset(resetSeconds: number, headers: Headers, now: number): number {
  // Both times are whole seconds; round up so that no call is sent too early.
  const from = parseHttpDate(headers, "date") ?? Math.floor(now / 1000) * 1000;
  return Math.min(HOUR_MS, Math.max(0, resetSeconds * 1000 - from));
}

/** Milliseconds until the primary limit resets; undefined if that is in the past, so that one of the clocks is wrong. */
function millisecondsUntilFutureReset(headers: Headers, now: number): number | undefined {
  const resetSeconds = numberIn(headers, "x-ratelimit-reset");
  return resetSeconds === undefined ? undefined : millisecondsUntilReset(resetSeconds, headers, now) || undefined;
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}
