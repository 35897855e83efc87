import { paceOf } from "../../contract/pace-of.ts";
import { errorCause } from "../../error-cause.ts";
import { joinSentences } from "../../error-texts.ts";
import { ConnectionError, isInputError, RateLimitError } from "../../errors.ts";
import { abortable, withTimeout } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import { callErrorContext } from "../error-context.ts";
import type { WaitReason } from "../events.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";
import { parseHttpDate } from "../response/http-date.ts";
import type { LimitResponse } from "../response/limit-rejection.ts";
import { parseRateLimit, parseRateLimitRejection } from "../response/rate-limit.ts";
import type { EarlyEnd, Pacing } from "./early-calls.ts";
import type { JobResult, PaceJob, Slot } from "./job.ts";
import type { Scheduler } from "./scheduler.ts";
import { describeWait } from "./wait-reasons.ts";

/** A quota owner's scheduler. */
export interface Quota {
  readonly scheduler: Pick<Scheduler, "acquire" | "estimateWait" | "mutex">;
  /** Loads stored usage, and finds out how old it is. */
  readonly prepare?: (request: CallRequest, job: PaceJob, send: Send) => Promise<void> | undefined;
  /** Resolves once the current state is stored, so that no later process reuses capacity that is already used. */
  readonly flush?: (signal?: AbortSignal) => Promise<void>;
  /** Resolves once other processes know a rejection. */
  readonly report?: () => Promise<void>;
}

/** Properties of pacing. */
export interface PacingDeps {
  readonly clock: Clock;
  readonly quotaFor: (request: CallRequest) => Quota;
  /** Milliseconds that a call waits at most, whatever its own options say. */
  readonly maxWait?: number;
}

/** Sends each attempt once the limits of its quota owner allow it, and updates these limits from the result. */
export function createPacing({ clock, quotaFor, maxWait = Infinity }: PacingDeps): Pacing {
  async function send(request: CallRequest, next: Send): Promise<CallResponse> {
    const { signal } = request;
    const quota = quotaFor(request);
    const longestWait = Math.min(request.maxWait, maxWait);
    const job = jobOf(request, quota, longestWait);
    const preparation = quota.prepare?.(request, job, next);
    // Without a wait, the slot is requested at once, since quotas without calls can be evicted.
    if (preparation) await preparation;
    const maximum = Math.min(request.deadline - clock.monotonic(), longestWait);
    const slot = await acquireSlot(quota, request, job, maximum, clock);
    let isUnsent = true;
    try {
      // Stored as used before it is sent, so that its usage survives a crash.
      await quota.flush?.(signal);
      signal?.throwIfAborted();
      isUnsent = false;
      const response = await next(request);
      const result = resultOf(response, clock.now());
      slot.release(result);
      // The process may end because of the rejection, and the next one must respect it.
      if (result.rejection) await Promise.all([quota.flush?.(), quota.report?.()]);
      return response;
    } catch (error) {
      slot.release({ isUnsent });
      throw error;
    }
  }

  function takeOver(request: CallRequest, isEnded: boolean): (end: EarlyEnd) => void {
    const quota = quotaFor(request);
    const job = jobOf(request, quota, 0);
    let slot: Slot | undefined;
    const cancel = quota.scheduler.acquire({
      ...job,
      serial: isEnded ? undefined : job.serial,
      onWait() {},
      onStart(granted) {
        slot = granted;
      },
    });
    return ({ response, at, duration }) => {
      if (!slot) return cancel();
      slot.release({ ...(response && agedResult(response, clock.monotonic() - at, clock.now())), duration });
    };
  }

  return { send, takeOver };
}

function resultOf(response: LimitResponse, now: number): JobResult {
  const { headers, status } = response;
  const rejection = parseRateLimitRejection(response, now);
  const date = parseHttpDate(headers, "date");
  return { response: { isFree: status === 304, rate: parseRateLimit(headers, now), date }, rejection };
}

/** The result of a response that arrived some milliseconds ago, as if it arrived now. */
function agedResult(received: LimitResponse, age: number, now: number): JobResult {
  const { response, rejection } = resultOf(received, now - age);
  const rate = response?.rate && { ...response.rate, resetIn: Math.max(0, response.rate.resetIn - age) };
  const wait = rejection?.wait === undefined ? undefined : Math.max(0, rejection.wait - age);
  return {
    ...(response && { response: { ...response, rate, date: response.date && response.date + age } }),
    rejection: rejection && { ...rejection, wait },
  };
}

/**
 * Waits for a slot for at most `maximum` milliseconds.
 * @throws RateLimitError if that is too short; the signal's reason if it is aborted
 */
async function acquireSlot(
  { scheduler }: Quota,
  request: CallRequest,
  job: PaceJob,
  maximum: number,
  clock: Clock,
): Promise<Slot> {
  const { signal } = request;
  signal?.throwIfAborted();
  const announce = (reason: WaitReason, wait = Infinity) => {
    return { reason, until: wait < Infinity ? new Date(clock.now() + wait) : undefined };
  };
  /** @throws RateLimitError */
  const rejectWait = ({ reason, until }: ReturnType<typeof announce>): never => {
    throw new RateLimitError(
      joinSentences(
        `Not sent, because the wait would exceed the deadline or maxWait: ${describeWait(reason)}`,
        until && `Try again at ${until.toISOString()}`,
      ),
      { ...callErrorContext(request), until },
    );
  };
  if (maximum < Infinity) {
    const { reason, wait } = scheduler.estimateWait(job);
    if (wait > maximum) return rejectWait(announce(reason, wait));
  }
  let lastWait = announce("concurrency");
  let giveUp = () => {};
  let slot: Slot | undefined;
  const started = new Promise<Slot | undefined>((resolve, reject) => {
    const cancelWait = scheduler.acquire({
      ...job,
      onStart(granted) {
        slot = granted;
        resolve(granted);
      },
      onWait(reason, wait) {
        lastWait = announce(reason, wait);
        if (wait > maximum && wait < Infinity) resolve(undefined);
        else request.emit?.({ type: "wait", ...lastWait });
      },
      onError: (error) => reject(storeError(error, request)),
    });
    giveUp = () => {
      cancelWait();
      resolve(undefined);
      // It can have been granted at the same time.
      slot?.release({ isUnsent: true });
    };
  });
  if (slot) return slot;
  let slotInTime: Slot | undefined;
  try {
    slotInTime = await abortable(
      maximum < Infinity ? withTimeout(started, maximum, undefined, clock) : started,
      signal,
    );
  } finally {
    if (!slotInTime) giveUp();
  }
  return slotInTime ?? rejectWait(lastWait);
}

/** The error of a call that can't be sent because the store of its quota fails. */
function storeError(cause: unknown, request: CallRequest): Error {
  if (isInputError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = joinSentences(`Not sent, because the store of the quota fails: ${reason}`);
  return new ConnectionError(detail, { ...callErrorContext(request), outcome: "none", cause: errorCause(cause) });
}

/** Longest wait of calls that start at once, in milliseconds. */
const PROMPT_MS = 1000;

function jobOf(
  { operation, definition, input, priority }: CallRequest,
  { scheduler }: Quota,
  maxWait: number,
): PaceJob {
  const pace = paceOf(operation);
  return {
    ...pace,
    isWrite: definition.retry !== "safe",
    serial: scheduler.mutex?.keyOf(pace.serial, input),
    priority,
    isPrompt: priority === "interactive" || maxWait < PROMPT_MS,
  };
}
