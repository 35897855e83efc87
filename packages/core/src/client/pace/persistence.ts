import { abortable, withTimeout } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { CallRequest, Send } from "../middleware.ts";
import { parseHttpDate } from "../response/http-date.ts";
import type { PaceJob } from "./job.ts";
import { parseSavedState } from "./saved-state.ts";
import { assumeExhausted, isTimeUnknown, restoreUsage, saveUsage } from "./saved-usage.ts";
import type { Quota } from "./scheduled-pacing.ts";
import type { Scheduler } from "./scheduler.ts";
import { updateTimeline } from "./timeline.ts";

/** Persists a scheduler's state so that the next process continues with it. A failing store never fails a call. */
export interface Persistence extends Required<Pick<Quota, "prepare" | "flush">> {
  readonly isLoaded: () => boolean;
}

/** Time that calls wait for a store, in milliseconds. */
const STORE_TIMEOUT_MS = 5000;

/** @param storageKey key of the state in the store; must not contain a secret */
export function createPersistence(
  scheduler: Scheduler,
  storage: KeyValueStore,
  storageKey: () => Promise<string>,
  clock: Clock,
): Persistence {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let key = "";
  let writing: Promise<unknown> = Promise.resolve();
  let queuedWrite: Promise<unknown> | undefined;

  /** Treats a failing store like an unreadable value. A custom store can throw synchronously, too. */
  async function read(): Promise<string | undefined> {
    try {
      return (await storage.get(key)) ?? undefined;
    } catch {
      return "";
    }
  }

  async function write(): Promise<void> {
    try {
      await storage.set(key, JSON.stringify(saveUsage(scheduler)));
    } catch {
      // This process still has its state in memory.
    }
  }

  async function load(): Promise<void> {
    key = await storageKey();
    const text = await withTimeout(read(), STORE_TIMEOUT_MS, "", clock);
    const saved = text === undefined ? undefined : parseSavedState(text);
    if (saved) restoreUsage(scheduler, saved, undefined);
    else if (text !== undefined) assumeExhausted(scheduler);
    isLoaded = true;
  }

  function prepare(request: CallRequest, job: PaceJob, send: Send): Promise<void> | undefined {
    if (isLoaded) return readServiceClock(scheduler, request, job, send);
    loading ??= load();
    return loading.then(() => readServiceClock(scheduler, request, job, send));
  }

  return {
    isLoaded: () => isLoaded,
    prepare(request, job, send) {
      const prepared = prepare(request, job, send);
      return prepared && abortable(prepared, request.signal);
    },
    async flush(signal) {
      // Callers that arrive during a write share the next one.
      if (!queuedWrite) {
        const writeDone = writing.then(() => {
          queuedWrite = undefined;
          writing = write();
          return writing;
        });
        queuedWrite = withTimeout(writeDone, STORE_TIMEOUT_MS, undefined, clock);
      }
      await abortable(queuedWrite, signal);
    },
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
function readServiceClock(
  scheduler: Scheduler,
  request: CallRequest,
  job: PaceJob,
  send: Send,
): Promise<void> | undefined {
  if (!isTimeUnknown(scheduler) || scheduler.estimateWait(job).wait <= SHORT_WAIT_MS) return undefined;
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
    .then(({ headers }) => {
      updateTimeline(scheduler.timeline, parseHttpDate(headers, "date"));
      scheduler.pump();
    })
    // Without a connection the age stays unknown, so the next call asks again.
    .catch(() => undefined)
    .finally(() => clockReadings.delete(scheduler));
  clockReadings.set(scheduler, reading);
  return reading;
}
