import { isSchema, isVerbatim } from "../../contract/defined.ts";
import { InputError, isConnectionError } from "../../errors.ts";
import { readRateLimit, readRetryAfter } from "../answer/rate-limit.ts";
import type { Incoming, Outgoing, Step } from "../chain.ts";
import type { Clock } from "../clock.ts";
import { sleep } from "../waiting.ts";

/** How often a call may be sent. */
export interface RetryOptions {
  /** Attempts in all where answers are lost or the service fails; default 4. */
  readonly attempts?: number | undefined;
  /** Attempts in all where the service says "too quickly"; default 10. */
  readonly refusals?: number | undefined;
}

/** @throws InputError on an option that can't be right, naming it */
export function readRetry(options: RetryOptions = {}): RetryOptions {
  if (typeof options !== "object" || options === null)
    throw new InputError("retry is an object, or false.", { field: "retry" });
  for (const [name, times] of Object.entries(options)) {
    const isKnown = name === "attempts" || name === "refusals";
    if (isKnown && (times === undefined || (Number.isInteger(times) && times >= 1))) continue;
    const problem = isKnown ? "is a whole number, 1 or more" : "is no option; there are attempts and refusals";
    throw new InputError(`retry.${name} ${problem}.`, { field: `retry.${name}` });
  }
  return options;
}

/** What a look has shown: an answer that stands for the lost one; undefined where the call has not taken effect. */
export type Look = (request: Outgoing, sentAt: number) => Promise<Incoming | undefined>;

/** The first wait after a failure, and the longest, in milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** How long nobody looks whether a call has taken effect: what it did may show only after a while. */
const SHOWS_AFTER = 10_000;
/** What is waited after a refusal that names no time: it doubles, up to an hour. */
const UNNAMED_WAIT = 60_000;
const LONGEST_UNNAMED_WAIT = 3_600_000;
/** Nobody waits for longer than a day, whatever the service names: timers couldn't either. */
const LONGEST_NAMED_WAIT = 86_400_000;

/** Time and chance; and how to look, where that can be done. */
interface Surroundings {
  readonly clock: Clock;
  readonly random: () => number;
  readonly look?: Look;
}

/**
 * Sends again what may be sent again: what was refused as too quick, always; what may have taken effect, only where the
 * contract says that twice is once, or after a look.
 */
export function retry(options: RetryOptions, { clock, random, look }: Surroundings): Step {
  const most = { refused: options.refusals ?? 10, failed: options.attempts ?? 4 };
  return (next) => async (first) => {
    // A download goes on while it is read: it can't be begun anew behind its reader's back.
    if (first.reads === "stream") return next(first);
    const { definition, deadline, maxWait, signal } = first;
    const times = { refused: 0, failed: 0 };
    let waitedForLimits = 0;
    let doubt: Doubt | undefined;
    for (let request = first; ; request = { ...request, attempt: request.attempt + 1 }) {
      const sentAt = clock.now();
      const result = await settled(next(request));
      const now = clock.now();
      const trouble = troubleIn(result, now);
      if (trouble?.kind === "failed" || trouble?.kind === "lost") {
        doubt = { result, since: doubt?.since ?? sentAt, isCleared: false };
      }
      if (!trouble) return conclude(result, request, doubt);
      const isRefused = trouble.kind === "refused";
      const kind = isRefused ? "refused" : "failed";
      const looksFirst = doubt !== undefined && definition.retry === "verify";
      const wait = Math.max(waitAfter(trouble, times[kind], random), looksFirst ? SHOWS_AFTER : 0);
      times[kind]++;
      const isHarmless = isRefused || trouble.kind === "unsent";
      const mayRepeat = times[kind] < most[kind] && (isHarmless || repeatable(first, look !== undefined));
      const inTime = now + wait < deadline && (!isRefused || waitedForLimits + wait <= maxWait);
      if (!mayRepeat || !inTime || wait > LONGEST_NAMED_WAIT) return conclude(result, request, doubt, trouble);
      if (isRefused) waitedForLimits += wait;
      const until = new Date(now + wait);
      request.tell?.({ type: "retry", attempt: request.attempt + 1, reason: trouble.reason, until });
      await sleep(clock, wait, signal);
      if (!doubt || !look || definition.retry !== "verify") continue;
      const seen = await settled(look(request, doubt.since));
      signal?.throwIfAborted();
      // Without a look nobody knows, and nothing may be repeated.
      if ("error" in seen) return resultOf(doubt.result);
      if (seen.answer) return seen.answer;
      doubt = { ...doubt, isCleared: true };
    }
  };
}

/** An attempt that may have taken effect, though nothing clear came back. */
interface Doubt {
  readonly result: Result;
  /** When the first such was sent. */
  readonly since: number;
  /** A look has shown that it has not. */
  readonly isCleared: boolean;
}

type Result = { readonly answer: Incoming } | { readonly error: unknown };

/** What is wrong with a result, in ways that may pass. `wait`: the milliseconds that the service asks for. */
interface Trouble {
  /** Refused as too quick, or never sent: nothing was done. Failed in the service, or lost on the way: nobody knows. */
  readonly kind: "refused" | "failed" | "lost" | "unsent";
  readonly reason: string;
  readonly wait?: number | undefined;
}

function settled<Answer>(sent: Promise<Answer>): Promise<{ readonly answer: Answer } | { readonly error: unknown }> {
  return sent.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}

function troubleIn(result: Result, now: number): Trouble | undefined {
  if ("error" in result) {
    if (!isConnectionError(result.error)) return undefined;
    return { kind: result.error.outcome === "none" ? "unsent" : "lost", reason: result.error.detail };
  }
  const { answer } = result;
  const limit = readRateLimit(answer, now);
  if (limit?.isEndless) return undefined;
  if (limit) {
    const wait = limit.until === undefined ? undefined : Math.max(0, limit.until - now);
    return { kind: "refused", reason: `${answer.status}: too quick`, wait };
  }
  // Who can't do it will not do it later either.
  if (answer.status < 500 || answer.status === 501 || answer.status === 505) return undefined;
  return { kind: "failed", reason: `${answer.status}`, wait: readRetryAfter(answer.headers, now) };
}

/** How long to wait: never for less than the service asks for. */
function waitAfter({ kind, wait }: Trouble, times: number, random: () => number): number {
  if (kind === "refused") return wait ?? Math.min(LONGEST_UNNAMED_WAIT, UNNAMED_WAIT * 2 ** times);
  // Anything up to the full wait: those who failed together don't come back together.
  return Math.max(wait ?? 0, random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** times));
}

function repeatable({ definition: { retry, look } }: Outgoing, mayLook: boolean): boolean {
  return retry === "safe" || retry === "idempotent" || (retry === "verify" && mayLook && look !== undefined);
}

/**
 * What a call ends in.
 * @param doubt an earlier attempt that may have taken effect
 * @throws what the result ended in
 */
function conclude(result: Result, request: Outgoing, doubt: Doubt | undefined, trouble?: Trouble): Incoming {
  if (!doubt || request.signal?.aborted) return resultOf(result);
  // That nothing was done this time doesn't mean that nothing was done.
  const isUndone = "error" in result || trouble?.kind === "refused";
  if (isUndone && !doubt.isCleared && request.definition.retry !== "safe") return resultOf(doubt.result);
  const answer = resultOf(result);
  // Deleted by an attempt whose answer was lost.
  return request.method === "DELETE" && answer.status === 404 ? (doneAnswer(request) ?? answer) : answer;
}

/** @throws what the result ended in */
function resultOf(result: Result): Incoming {
  if ("error" in result) throw result.error;
  return result.answer;
}

/** The answer of a success that has no body of interest; undefined where the operation has none. */
export function doneAnswer({ definition: { success } }: Outgoing): Incoming | undefined {
  const [done] = Object.entries(success).filter(([, answer]) => !isSchema(answer) && !isVerbatim(answer));
  return done && { status: Number(done[0]), headers: new Headers(), text: "" };
}
