import { paceOf } from "../../contract/definition-of.ts";
import { joinSentences, RateLimitError } from "../../errors.ts";
import { abortable, onAbort } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import { callErrorContext } from "../error-context.ts";
import type { WaitReason } from "../events.ts";
import type { CallRequest, Middleware } from "../middleware.ts";
import { parseRateLimit, parseRateLimitRejection } from "../response/rate-limit.ts";
import type { Blocker, ScheduledJob, Slot } from "./job.ts";
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
    const slot = combineSlots(await acquireSlot(scheduler, request, clock), siblings, request);
    await persistBeforeSend(persistence, request.signal, slot);
    try {
      const response = await next(request);
      const now = clock.now();
      const rate = parseRateLimit(response.headers, now);
      const rejection = parseRateLimitRejection(response, now);
      slot.release({ response: { isFree: response.status === 304, rate }, rejection });
      // The process may end because of the rejection, and the next one must respect it.
      if (rejection) await persistence?.flush();
      return response;
    } catch (error) {
      slot.release({});
      throw error;
    }
  };
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
  const latestStart = Math.min(request.deadline, clock.now() + request.maxWait);
  const job = jobOf(request);
  const knownWait = latestStart === Infinity ? undefined : scheduler.estimateWait(job);
  if (knownWait && knownWait.until > latestStart) throw waitTooLong(request, knownWait);
  let slot: Slot | undefined;
  let onSlot = (granted: Slot): void => {
    slot = granted;
  };
  let lastBlocker: Blocker | undefined;
  const cancelWait = scheduler.acquire({
    ...job,
    onStart: (granted) => onSlot(granted),
    onWait(reason, until) {
      lastBlocker = { reason, until };
      request.emit?.({ type: "wait", reason, until: until === undefined ? undefined : new Date(until) });
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
    const timeOut = () => giveUp(waitTooLong(request, lastBlocker ?? { reason: "concurrency", until: undefined }));
    const cancelTimeout = latestStart === Infinity ? undefined : clock.after(latestStart - clock.now(), timeOut);
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

function jobOf({ operation, definition, input, priority }: CallRequest): ScheduledJob {
  const { cost, createsContent, serial, resource } = paceOf(operation);
  return {
    cost,
    createsContent,
    isWrite: definition.retry !== "safe",
    resource,
    serial: serialKey(serial, input),
    priority,
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

function waitTooLong(request: CallRequest, { reason, until }: Blocker): RateLimitError {
  const at = until === undefined ? undefined : new Date(until);
  return new RateLimitError(
    joinSentences(
      `Not sent, because the wait would exceed the deadline or maxWait: ${WAIT_REASONS[reason]}`,
      at && `Try again at ${at.toISOString()}`,
    ),
    { ...callErrorContext(request), until: at },
  );
}
