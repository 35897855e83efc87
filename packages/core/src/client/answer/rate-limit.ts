import { parseJson } from "../../internal/parse-json.ts";
import type { Incoming } from "../chain.ts";

/** How messages say that it was too much at once; a 422 that says so is no complaint about values. */
const TOO_QUICK = /rate limit|too quickly|abuse detection/i;
/** How complaints about values begin: what follows may quote anything. */
const ABOUT_VALUES = /^validation failed/i;

/** The longest wait that is waited: a day, in milliseconds. */
const LONGEST_WAIT = 86_400_000;

const HOUR = 3_600_000;

/** A refusal that means "too quickly". */
export interface RateLimitRefusal {
  /** When to try again, in milliseconds since 1970; undefined where the service doesn't say. */
  readonly until: number | undefined;
  /** It was the primary limit, which is spent until then. */
  readonly spent: boolean;
  /** The service names a time that is further away than anybody waits. */
  readonly isEndless?: true;
}

/**
 * Does an answer mean "too quickly"? Nothing was done then, whatever the method.
 * @param now milliseconds since 1970
 * @returns undefined where it means something else
 */
export function readRateLimit({ status, headers, text }: Incoming, now: number): RateLimitRefusal | undefined {
  if (status !== 403 && status !== 422 && status !== 429) return undefined;
  const message = messageIn(text);
  if (status === 422 && ABOUT_VALUES.test(message)) return undefined;
  const isTold = TOO_QUICK.test(message);
  const after = readRetryAfter(headers, now);
  // A quota that is used up is on the last good answer too: it is the reason only where the message says so.
  const spent = headers.get("x-ratelimit-remaining") === "0" && (isTold || status === 429);
  const reset = after === undefined && spent ? untilNextReset(headers, now) : undefined;
  const wait = after ?? reset;
  const isEndless = wait !== undefined && wait > LONGEST_WAIT;
  const until = wait === undefined || isEndless ? undefined : now + wait;
  const isLimit = status === 429 || isTold || after !== undefined;
  if (!isLimit) return undefined;
  return { until, spent: reset !== undefined, ...(isEndless ? { isEndless } : {}) };
}

/** What an answer says of the primary limit (public documentation of rate limits). */
export interface Rate {
  /** Calls an hour. */
  readonly limit: number;
  readonly remaining: number;
  readonly used: number | undefined;
  /** When the count begins anew. */
  readonly reset: Date;
  /** Which of the service's limits it is: `core`, `search`. */
  readonly resource: string;
}

/** The same with what tells one hour from the next, whatever this machine's clock says. */
export interface RateReading extends Rate {
  /** The reset as the service wrote it: in seconds since 1970, by its own clock. */
  readonly epoch: number;
}

/** Reads what an answer says of the primary limit; undefined where it says nothing. */
export function readRate(headers: Headers, now: number): RateReading | undefined {
  const remaining = numberIn(headers, "x-ratelimit-remaining");
  const limit = numberIn(headers, "x-ratelimit-limit");
  const epoch = numberIn(headers, "x-ratelimit-reset");
  if (remaining === undefined || limit === undefined || epoch === undefined) return undefined;
  return {
    limit,
    remaining,
    used: numberIn(headers, "x-ratelimit-used"),
    reset: new Date(now + untilReset(epoch, headers, now)),
    resource: headers.get("x-ratelimit-resource") ?? "core",
    epoch,
  };
}

/** How long a `retry-after` asks to wait, in milliseconds; it is seconds or a date there (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  if (/^\d{1,12}(\.\d{1,12})?$/.test(seconds)) return Math.ceil(Number(seconds) * 1000);
  const date = dateIn(headers, "retry-after");
  return date === undefined ? undefined : Math.max(0, date - (dateIn(headers, "date") ?? now));
}

/**
 * Milliseconds until the primary limit's reset: by the service's own clock where it tells, as this one may be wrong. No
 * limit is for longer than an hour.
 */
function untilReset(epoch: number, headers: Headers, now: number): number {
  // Both tell whole seconds: rounded up, so that nobody comes a moment too early.
  const from = dateIn(headers, "date") ?? Math.floor(now / 1000) * 1000;
  return Math.min(HOUR, Math.max(0, epoch * 1000 - from));
}

function messageIn(text: string): string {
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || !("message" in body)) return "";
  return typeof body.message === "string" ? body.message : "";
}

/** The same where it is still to come: what is past says only that one of the clocks is wrong. */
function untilNextReset(headers: Headers, now: number): number | undefined {
  const epoch = numberIn(headers, "x-ratelimit-reset");
  return epoch === undefined ? undefined : untilReset(epoch, headers, now) || undefined;
}

/** A date as HTTP writes it; what else `Date.parse` takes for one is none. */
function dateIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? "";
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}
