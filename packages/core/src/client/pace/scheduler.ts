import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import { isProbing } from "./adaptive-limit.ts";
import { concurrencyFor } from "./concurrency.ts";
import {
  type ConcurrencyBackoff,
  createConcurrencyBackoff,
  pause,
  recordSuccess,
  reduceConcurrency,
  startPause,
} from "./concurrency-backoff.ts";
import type { Blocker, JobResult, KnownWait, PaceJob, QueueEntry, ScheduledJob, Slot } from "./job.ts";
import type { KeyedMutex } from "./keyed-mutex.ts";
import type { PaceLimits, QuotaShare } from "./limits.ts";
import {
  completePrimary,
  createPrimaryLimits,
  exhaustPrimary,
  type PrimaryLimits,
  primaryFreeAt,
  takePrimary,
  updatePrimary,
} from "./primary-limits.ts";
import { dequeue, enqueue, headsOf, type PriorityQueues } from "./priority-queues.ts";
import {
  createQuotaWindows,
  lowerFurther,
  lowerSuspect,
  type QuotaWindows,
  takeRoom,
  windowBlockers,
} from "./quota-windows.ts";
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

/** Slots reserved for interactive calls. */
const RESERVED_SLOTS = 2;
/**
 * Number of calls that start at once. Further ones follow at short intervals, so that only a few are on their way when
 * the service begins to reject them.
 */
const BURST = 6;
/** These intervals before and after the first rejection, in milliseconds. A limit of points that needs shorter ones has them. */
const [INTERVAL_MS, CAREFUL_INTERVAL_MS] = [5, 20];
/** Milliseconds after which a call without a response can no longer reach the service. */
const LATE_ARRIVAL_MS = 2000;

/** Limits that all calls share: a job that waits for one of them blocks all jobs behind it. */
const SHARED_LIMITS: readonly WaitReason[] = ["pause", "concurrency", "points", "cpu"];

export function createScheduler({ limits, share, clock, random, mutex }: SchedulerOptions): Scheduler {
  const inFlight = Math.floor(limits.inFlight);
  const unreservedSlots = inFlight > 2 * RESERVED_SLOTS ? inFlight - RESERVED_SLOTS : inFlight;
  const timeline = createTimeline(clock);
  const windows = createQuotaWindows(limits, share?.of ?? 1);
  const primary = createPrimaryLimits(share);
  const backoff = createConcurrencyBackoff();
  const queues: PriorityQueues = new Map();
  let arrivals = 0;
  let active = 0;
  let urgentActive = 0;
  /** Duration of the fastest call so far: what the network takes at least, in milliseconds. */
  let roundTrip = Infinity;
  let lastStart = 0;
  /** The timer for the next start, and its monotonic time. */
  let timerAt = Infinity;
  let cancelTimer = () => {};
  let isPumping = false;
  let hasChanged = false;

  function* blockers(job: PaceJob, now: number): Iterable<Blocker> {
    const isUrgent = job.priority === "interactive";
    const { pausedUntil, ramp, limit, epoch } = backoff;
    if (pausedUntil > now) yield { reason: "pause", until: pausedUntil };
    const next = lastStart + Math.min(epoch > 0 ? CAREFUL_INTERVAL_MS : INTERVAL_MS, 60_000 / limits.points);
    if (
      active >= Math.min(inFlight, ramp, limit) ||
      (!isUrgent && active - urgentActive >= Math.min(unreservedSlots, concurrencyFor(limits, job.priority, roundTrip)))
    )
      yield { reason: "concurrency", until: Infinity };
    else if (!job.isPrompt && active >= BURST && now < next && inFlight < Infinity)
      yield { reason: "concurrency", until: next, isPassable: true };
    yield* windowBlockers(windows, job, isUrgent, now);
    const until = job.resource === null ? now : primaryFreeAt(primary, job.resource, isUrgent, now);
    if (until > now) yield { reason: "primary", until };
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
    active += slotCount;
    urgentActive += urgentCount;
    lastStart = timeOf(timeline);
    const recordEnd = takeRoom(windows, job);
    if (resource !== null) takePrimary(primary, resource, lastStart);
    return {
      release({ response, rejection, isUnsent = false, duration = clock.monotonic() - since }: JobResult) {
        if (entry.state !== "active") return;
        active -= slotCount;
        urgentActive -= urgentCount;
        // Comes first: time that passed before this response must not shorten how long the call itself counts.
        const deviation = response ? updateTimeline(timeline, response.date) : 0;
        const now = timeOf(timeline);
        if (response) roundTrip = Math.min(roundTrip, duration);
        const serviceTime = rejection || isUnsent ? undefined : Math.max(0, duration - roundTrip);
        recordEnd(serviceTime, response ? now : now + LATE_ARRIVAL_MS, now);
        if (resource !== null) {
          completePrimary(primary, resource, response?.isFree ?? isUnsent);
          if (response?.rate) updatePrimary(primary, response.rate, deviation, now);
        }
        const isCurrentEpoch = epoch === backoff.epoch;
        const { wait, spent } = rejection ?? {};
        if (!rejection) {
          if (response && isCurrentEpoch) recordSuccess(backoff, concurrencyFor(limits, "normal"), now);
        } else if (spent && wait !== undefined && resource !== null) {
          // The service may charge a different resource than the contract names; mark both as exhausted.
          for (const name of [resource, response?.rate?.resource ?? resource])
            exhaustPrimary(primary, name, wait, deviation, now);
        } else if (isCurrentEpoch) {
          startPause(backoff, wait, random, now);
          // If no window was nearly full, the reason is too many concurrent calls, unless no other call was in flight.
          const wasWindowLowered = !isProbing(backoff, active + 1) && lowerSuspect(windows, job, active === 0, now);
          if (!wasWindowLowered && active > 0) reduceConcurrency(backoff, active);
        } else {
          // A rejection without a retry time adds nothing to the pause that the first rejection of the epoch has set.
          if (wait !== undefined) pause(backoff, wait, random, now);
          lowerFurther(windows, job);
        }
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
    isQuiet: () => active === 0 && headsOf(queues).length === 0,
  };
}
