import type { Clock } from "../clock.ts";
import { concurrencyFor } from "./concurrency.ts";
import { type ConcurrencyBackoff, createConcurrencyBackoff } from "./concurrency-backoff.ts";
import type { Blocker, JobResult, KnownWait, PaceJob, QueueEntry, ScheduledJob, Slot } from "./job.ts";
import type { KeyedMutex } from "./keyed-mutex.ts";
import type { PaceLimits, QuotaShare } from "./limits.ts";
import { completePrimary, createPrimaryLimits, type PrimaryLimits, takePrimary } from "./primary-limits.ts";
import { dequeue, enqueue, headsOf, type PriorityQueues } from "./priority-queues.ts";
import {
  intervalsOf,
  LATE_ARRIVAL_MS,
  type QuotaState,
  recordResult,
  roomBlockers,
  SHARED_LIMITS,
  slotsOf,
} from "./quota-state.ts";
import { createQuotaWindows, type QuotaWindows, takeRoom } from "./quota-windows.ts";
import { createTimeline, type Timeline, timeOf, updateTimeline } from "./timeline.ts";

/** Decides when each call can be sent. There is one scheduler per quota owner; no timer runs while no call waits. */
export interface Scheduler {
  readonly timeline: Timeline;
  readonly windows: QuotaWindows;
  readonly primary: PrimaryLimits;
  readonly backoff: ConcurrencyBackoff;
  readonly mutex: KeyedMutex | undefined;
  /**
   * Requests a slot; `onStart` can be called before this returns.
   * @returns a function that cancels the wait
   */
  readonly acquire: (job: ScheduledJob) => () => void;
  /** Counts a call that another scheduler of the same owner sends. */
  readonly track: (job: PaceJob) => Slot;
  /** The longest known wait if the job were first in the queue; 0 if there is no wait, or it is unknown. */
  readonly estimateWait: (job: PaceJob) => KnownWait;
  /** Whether no call waits or is in flight. */
  readonly isQuiet: () => boolean;
  /** Starts every job that can start, and sets a timer for the next one. */
  readonly pump: () => void;
}

/** Properties of a scheduler. */
export interface SchedulerOptions {
  readonly limits: PaceLimits;
  /** Undefined if the process is the only one. */
  readonly share?: QuotaShare | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes conflicting calls run one at a time. */
  readonly mutex?: KeyedMutex | undefined;
}

export function createScheduler({ limits, share, clock, random, mutex }: SchedulerOptions): Scheduler {
  const slots = slotsOf(limits);
  const intervals = intervalsOf(limits);
  const timeline = createTimeline(clock);
  const windows = createQuotaWindows(limits, share?.of ?? 1);
  const primary = createPrimaryLimits(share);
  const backoff = createConcurrencyBackoff();
  const state: QuotaState<(typeof windows.all)[number]> = {
    windows,
    primary,
    backoff,
    active: 0,
    urgentActive: 0,
    lastStart: 0,
  };
  const queues: PriorityQueues = new Map();
  let arrivals = 0;
  /** Duration of the fastest call so far: what the network takes at least, in milliseconds. */
  let roundTrip = Infinity;
  /** The timer for the next start, and its monotonic time. */
  let timerAt = Infinity;
  let cancelTimer = () => {};
  let isPumping = false;
  let hasChanged = false;

  function blockers(job: PaceJob, now: number): Iterable<Blocker> {
    const isUrgent = job.priority === "interactive";
    const ordinaryInFlight = Math.min(slots.ordinary, concurrencyFor(limits, job.priority, roundTrip));
    const { interval, carefulInterval } = job.isPrompt ? { interval: 0, carefulInterval: 0 } : intervals;
    const { inFlight } = slots;
    const room = { isUrgent, resource: job.resource, inFlight, ordinaryInFlight, interval, carefulInterval };
    return roomBlockers(state, room, (window) => window.costOf(job), now);
  }

  function firstBlocker(job: PaceJob): Blocker | undefined {
    for (const first of blockers(job, timeOf(timeline))) return first;
    return undefined;
  }

  function pump(): void {
    hasChanged = true;
    // An `onWait` listener can start or cancel calls synchronously.
    if (isPumping) return;
    isPumping = true;
    try {
      while (hasChanged) {
        hasChanged = false;
        admitNext();
      }
    } finally {
      isPumping = false;
    }
  }

  /** Starts the first job that can start; sets a timer if none can. */
  function admitNext(): void {
    let wake = Infinity;
    for (const head of headsOf(queues)) {
      const { job } = head;
      const blocker = firstBlocker(job);
      if (!blocker) {
        hasChanged = true;
        dequeue(queues, head);
        admit(head);
        return;
      }
      wake = Math.min(wake, blocker.until);
      // Jobs behind this one would take the capacity that it waits for.
      if (SHARED_LIMITS.includes(blocker.reason) && !blocker.isPassable) break;
    }
    const at = wake - timeline.skipped;
    if (timerAt === at) return;
    cancelTimer();
    timerAt = at;
    if (at === Infinity) return;
    cancelTimer = clock.after(at - clock.monotonic(), () => {
      timerAt = Infinity;
      pump();
    });
  }

  /** Starts a job that the limits allow, unless it conflicts with another one. */
  function admit(entry: QueueEntry): void {
    const { job } = entry;
    if (mutex?.enqueue(entry)) {
      entry.state = "blocked";
      job.onWait?.("serial", Infinity);
    } else job.onStart?.(start(entry, 1));
  }

  /**
   * Counts a call as started.
   * @param slotCount 0 for a tracked call, whose slot another scheduler has granted
   */
  function start(entry: QueueEntry, slotCount: 0 | 1): Slot {
    const { job } = entry;
    const { resource } = job;
    const { epoch } = backoff;
    const since = clock.monotonic();
    const urgentCount = job.priority === "interactive" ? slotCount : 0;
    entry.state = "active";
    state.active += slotCount;
    state.urgentActive += urgentCount;
    state.lastStart = timeOf(timeline);
    const recordEnd = takeRoom(windows, job);
    if (resource !== null) takePrimary(primary, resource, state.lastStart);
    return {
      release({ response, rejection, isUnsent = false, duration = clock.monotonic() - since }: JobResult) {
        if (entry.state !== "active") return;
        state.active -= slotCount;
        state.urgentActive -= urgentCount;
        // Comes first: time that passed before this response must not shorten how long the call itself counts.
        const deviation = response ? updateTimeline(timeline, response.date) : 0;
        const now = timeOf(timeline);
        if (response) roundTrip = Math.min(roundTrip, duration);
        const serviceTime = rejection || isUnsent ? undefined : Math.max(0, duration - roundTrip);
        recordEnd(serviceTime, response ? now : now + LATE_ARRIVAL_MS, now);
        if (resource !== null) completePrimary(primary, resource, response?.isFree ?? isUnsent);
        const usual = concurrencyFor(limits, "normal");
        const costOf = (window: (typeof windows.all)[number]) => window.costOf(job);
        recordResult(state, { response, rejection, resource, epoch, deviation, usual, costOf, random }, now);
        end(entry);
      },
    };
  }

  /** Queues the jobs that waited only for this one, and starts those that can start. */
  function end(entry: QueueEntry): void {
    entry.state = "done";
    for (const waiter of mutex?.release(entry) ?? []) enqueue(queues, waiter);
    pump();
  }

  const entryOf = (job: QueueEntry["job"]): QueueEntry => {
    return { job, arrived: arrivals++, state: "done", waiters: [] };
  };

  return {
    timeline,
    windows,
    primary,
    backoff,
    mutex,
    pump,
    acquire(job) {
      const entry = entryOf(job);
      if (queues.size === 0 && !firstBlocker(job)) admit(entry);
      else {
        enqueue(queues, entry);
        pump();
      }
      if (entry.state === "queued") {
        const { reason = "concurrency", until = Infinity } = firstBlocker(job) ?? {};
        job.onWait(reason, Math.max(0, until - timeOf(timeline)));
      }
      return () => {
        if (entry.state === "queued") dequeue(queues, entry);
        else if (entry.state !== "blocked") return;
        end(entry);
      };
    },
    track: (job) => start(entryOf({ ...job, serial: undefined }), 0),
    estimateWait(job) {
      const now = timeOf(timeline);
      let longest: KnownWait = { reason: "concurrency", wait: 0 };
      for (const { reason, until } of blockers(job, now)) {
        const wait = until - now;
        if (wait > longest.wait && wait < Infinity) longest = { reason, wait };
      }
      return longest;
    },
    isQuiet: () => state.active === 0 && headsOf(queues).length === 0,
  };
}
