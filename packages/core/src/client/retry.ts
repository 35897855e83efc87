import { isSchema, isVerbatim } from "../contract/defined.ts";
import type { Incoming, Outgoing, Step } from "./chain.ts";
import { type Clock, sleep } from "./clock.ts";
import { InputError, isConnectionError } from "./errors.ts";
import { readRateLimit, readRetryAfter } from "./rate-limit.ts";

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
/** What is waited after a refusal that names no time: it doubles, up to an hour. */
const UNNAMED_WAIT = 60_000;
const LONGEST_UNNAMED_WAIT = 3_600_000;

/** Time and chance, and how to look; nobody looks where that is absent, and what takes a look is not repeated. */
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
    const times = { refused: 0, failed: 0 };
    let mayBeDone = false;
    for (let request = first; ; request = { ...request, attempt: request.attempt + 1 }) {
      const sentAt = clock.now();
      const result = await settled(next(request));
      const trouble = troubleIn(result, clock.now());
      if (!trouble) return conclude(result, request, mayBeDone);
      const kind = trouble.kind === "refused" ? "refused" : "failed";
      const wait = trouble.wait ?? patience(trouble, times[kind], random);
      times[kind]++;
      const now = clock.now();
      const inTime = now + wait < request.deadline && wait <= (kind === "refused" ? request.maxWait : Infinity);
      const isHarmless = trouble.kind === "refused" || trouble.kind === "unsent";
      const mayRepeat = isHarmless || repeatable(first, look !== undefined);
      if (times[kind] >= most[kind] || !mayRepeat || !inTime) return conclude(result, request, false);
      mayBeDone ||= !isHarmless;
      const until = new Date(now + wait);
      request.tell?.({ type: "retry", attempt: request.attempt + 1, reason: trouble.reason, until });
      await sleep(clock, wait, request.signal);
      if (!mayBeDone || first.definition.retry !== "verify" || !look) continue;
      // Without a look nobody knows, and nothing may be repeated.
      const seen = await settled(look(request, sentAt));
      if ("error" in seen) return conclude(result, request, false);
      if (seen.answer) return seen.answer;
    }
  };
}

type Result = { readonly answer: Incoming } | { readonly error: unknown };

/** What is wrong with a result, in ways that may pass. `wait`: the milliseconds that the service asks for. */
interface Trouble {
  /** Refused as too quick; failed in the service; lost on the way; or never sent. Only the second and third may have taken effect. */
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
  if (limit) {
    const wait = limit.until === undefined ? undefined : Math.max(0, limit.until - now);
    return { kind: "refused", reason: `${answer.status}: too quick`, wait };
  }
  // Who can't do it will not do it later either.
  if (answer.status < 500 || answer.status === 501 || answer.status === 505) return undefined;
  return { kind: "failed", reason: `${answer.status}`, wait: readRetryAfter(answer.headers, now) };
}

/** How long to wait where the service doesn't say. */
function patience({ kind }: Trouble, times: number, random: () => number): number {
  if (kind === "refused") return Math.min(LONGEST_UNNAMED_WAIT, UNNAMED_WAIT * 2 ** times);
  // Anything up to the full wait: those who failed together don't come back together.
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** times);
}

function repeatable({ definition: { retry, look } }: Outgoing, mayLook: boolean): boolean {
  return retry === "safe" || retry === "idempotent" || (retry === "verify" && mayLook && look !== undefined);
}

/** @throws what the result ended in */
function conclude(result: Result, request: Outgoing, mayBeDone: boolean): Incoming {
  if ("error" in result) throw result.error;
  const { answer } = result;
  // Deleted by an attempt whose answer was lost.
  if (!mayBeDone || request.method !== "DELETE" || answer.status !== 404) return answer;
  return doneAnswer(request) ?? answer;
}

/** The answer of a success that has no body of interest; undefined where the operation has none. */
export function doneAnswer({ definition: { success } }: Outgoing): Incoming | undefined {
  const [done] = Object.entries(success).filter(([, answer]) => !isSchema(answer) && !isVerbatim(answer));
  return done && { status: Number(done[0]), headers: new Headers(), text: "" };
}
