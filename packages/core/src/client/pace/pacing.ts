import { paceOf } from "../../contract/call-definition.ts";
import { joinSentences, RateLimitError } from "../../errors.ts";
import { abortable, onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import { callErrorContext } from "../error-context.ts";
import type { WaitReason } from "../events.ts";
import type { CallRequest, Middleware, Send } from "../middleware.ts";
import { parseHttpDate } from "../response/http-date.ts";
import { parseRateLimit, parseRateLimitRejection } from "../response/rate-limit.ts";
import type { ScheduledJob, Slot } from "./job.ts";
import { serialKey } from "./keyed-mutex.ts";
import type { PaceSettings } from "./pace-options.ts";
import type { Persistence } from "./persistence.ts";
import { quotaFor } from "./quota-registry.ts";
import type { Scheduler } from "./scheduler.ts";

interface PacingDeps {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Sends each attempt once the limits of its quota owner allow it, and updates these limits from the result. */
export function pacing(settings: PaceSettings, { clock, random }: PacingDeps): Middleware {
  return (next) => async (request) => {
    // Another origin has its own limits, and receives no token that calls could count against.
    if (request.anonymous) return next(request);
    const { origin, host } = request.url;
    const { account, label } = request.owner;
    const storageKey = async () => `forgehand-pace ${host} ${settings.owner ?? (await label())}`;
    const { scheduler, persistence, siblings } = quotaFor(
      `${origin}\n${settings.owner ?? account}`,
      storageKey,
      settings,
      clock,
      random,
    );
    const ready = persistence?.ready();
    if (ready) await abortable(ready, request.signal);
    const clockReading = readServiceClock(scheduler, request, next);
    if (clockReading) await abortable(clockReading, request.signal);
    const slot = combineSlots(await acquireSlot(scheduler, request, clock), siblings, request);
    await persistBeforeSend(persistence, request.signal, slot);
    try {
      const response = await next(request);
      const now = clock.now();
      const { headers } = response;
      const rejection = parseRateLimitRejection(response, now);
      const isFree = response.status === 304;
      const date = parseHttpDate(headers, "date");
      slot.release({ response: { isFree, rate: parseRateLimit(headers, now), date }, rejection });
      // The process may end because of the rejection, and the next one must respect it.
      if (rejection) await persistence?.flush();
      return response;
    } catch (error) {
      slot.release({});
      throw error;
    }
  };
}

/** Longest wait for which it is not worth asking the service for its time, in milliseconds. */
const SHORT_WAIT_MS = 5000;
/** Time that calls wait for the service's time, in milliseconds. */
const CLOCK_TIMEOUT_MS = 5000;

const clockReadings = new WeakMap<Scheduler, Promise<void>>();

/**
 * Asks the service for its time if usage from a store would delay a call and its age is unknown, since this machine's
 * clock could have been set in the meantime. The request has no token and counts against no limit of its account.
 * @returns undefined if that is not necessary
 */
function readServiceClock(scheduler: Scheduler, request: CallRequest, send: Send): Promise<void> | undefined {
  if (!scheduler.isTimeUnknown() || (scheduler.estimateWait(jobOf(request))?.wait ?? 0) <= SHORT_WAIT_MS) {
    return undefined;
  }
  const pending = clockReadings.get(scheduler);
  if (pending) return pending;
  const reading = send({
    ...request,
    method: "HEAD",
    url: new URL("/", request.url),
    headers: {},
    body: undefined,
    responseType: "text",
    anonymous: true,
    signal: undefined,
    timeout: CLOCK_TIMEOUT_MS,
    deadline: Infinity,
    emit: undefined,
  })
    .then(({ headers }) => scheduler.updateTime(parseHttpDate(headers, "date")))
    // Without a connection the age stays unknown, so the next call asks again.
    .catch(() => undefined)
    .finally(() => clockReadings.delete(scheduler));
  clockReadings.set(scheduler, reading);
  return reading;
}

/** Combines a slot with its counterparts in the owner's other schedulers. */
function combineSlots(slot: Slot, siblings: () => readonly Scheduler[], request: CallRequest): Slot {
  const tracked = siblings();
  const slots = tracked.map((scheduler) => scheduler.track(jobOf(request)));
  return {
    release(result) {
      for (const { release } of [slot, ...slots]) release(result);
      if (!result.rejection) return;
      // Also report the rejection to schedulers created in the meantime.
      for (const scheduler of siblings())
        if (!tracked.includes(scheduler)) scheduler.track(jobOf(request)).release(result);
    },
  };
}

/** Stores the call as used before it is sent, so that its usage survives a crash. */
async function persistBeforeSend(
  persistence: Persistence | undefined,
  signal: AbortSignal | undefined,
  slot: Slot,
): Promise<void> {
  try {
    if (persistence) await abortable(persistence.flush(), signal);
    signal?.throwIfAborted();
  } catch (error) {
    slot.release({ isUnsent: true });
    throw error;
  }
}

/** @throws RateLimitError if the wait would exceed the deadline or maxWait; the signal's reason if it is aborted */
function acquireSlot(scheduler: Scheduler, request: CallRequest, clock: Clock): Slot | Promise<Slot> {
  request.signal?.throwIfAborted();
  const maxWait = Math.min(request.deadline - clock.monotonic(), request.maxWait);
  const dateAfter = (wait: number | undefined) => (wait === undefined ? undefined : new Date(clock.now() + wait));
  const job = jobOf(request);
  const knownWait = maxWait === Infinity ? undefined : scheduler.estimateWait(job);
  if (knownWait && knownWait.wait > maxWait) {
    throw waitTooLong(request, { reason: knownWait.reason, until: dateAfter(knownWait.wait) });
  }
  let slot: Slot | undefined;
  let onSlot = (granted: Slot): void => {
    slot = granted;
  };
  let lastWait: AnnouncedWait | undefined;
  const cancelWait = scheduler.acquire({
    ...job,
    onStart: (granted) => onSlot(granted),
    onWait(reason, wait) {
      lastWait = { reason, until: dateAfter(wait) };
      request.emit?.({ type: "wait", ...lastWait });
    },
  });
  if (slot) return slot;
  return new Promise((resolve, reject) => {
    const { signal } = request;
    const giveUp = (reason: unknown) => {
      cleanUp();
      cancelWait();
      reject(reason);
    };
    const abort = () => giveUp(signal?.reason);
    const removeAbortListener = onAbort(signal, abort);
    const timeOut = () => giveUp(waitTooLong(request, lastWait ?? { reason: "concurrency", until: undefined }));
    const cancelTimeout = maxWait === Infinity ? undefined : clock.after(maxWait, timeOut);
    const cleanUp = () => {
      cancelTimeout?.();
      removeAbortListener();
    };
    onSlot = (granted) => {
      cleanUp();
      resolve(granted);
    };
    // An event listener can abort the call synchronously.
    if (signal?.aborted) abort();
  });
}

/** Longest wait of calls that start at once, in milliseconds. */
const PROMPT_MS = 1000;

function jobOf({ operation, definition, input, priority, maxWait }: CallRequest): ScheduledJob {
  const { cost, createsContent, serial, resource } = paceOf(operation);
  return {
    cost,
    createsContent,
    isWrite: definition.retry !== "safe",
    resource,
    serial: serialKey(serial, input),
    priority,
    isPrompt: priority === "interactive" || maxWait < PROMPT_MS,
    onStart: () => undefined,
    onWait: () => undefined,
  };
}

const WAIT_REASONS: Readonly<Record<WaitReason, string>> = {
  points: "the points of this minute are used up",
  content: "the content creation limit is reached",
  cpu: "the CPU time of this minute is used up",
  primary: "the primary rate limit is used up",
  pause: "the service asked clients to slow down",
  concurrency: "too many calls are in flight",
  serial: "a conflicting call is in flight",
  "write-gap": "the minimum gap between writes has not passed",
};

/** A wait as events and errors report it; `until` is undefined if it depends on other responses. */
interface AnnouncedWait {
  readonly reason: WaitReason;
  readonly until: Date | undefined;
}

function waitTooLong(request: CallRequest, { reason, until }: AnnouncedWait): RateLimitError {
  return new RateLimitError(
    joinSentences(
      `Not sent, because the wait would exceed the deadline or maxWait: ${WAIT_REASONS[reason]}`,
      until && `Try again at ${until.toISOString()}`,
    ),
    { ...callErrorContext(request), until },
  );
}
