import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import { PRIORITIES } from "../middleware.ts";
import type { RateLimitRejection } from "../response/rate-limit.ts";
import { createConcurrencyBackoff } from "./concurrency-backoff.ts";
import type { Blocker, JobResult, KnownWait, QueueEntry, ScheduledJob, Slot } from "./job.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import { concurrencyFor, type PaceLimits, type QuotaShare } from "./limits.ts";
import { createPrimaryLimits } from "./primary-limits.ts";
import { createPriorityQueues } from "./priority-queues.ts";
import { createQuotaWindows } from "./quota-windows.ts";
import type { SavedState } from "./saved-state.ts";
import { createTimeline } from "./timeline.ts";

/** Decides when each call can be sent. There is one scheduler per quota owner; no timer runs while no call waits. */
export interface Scheduler {
  /**
   * Requests a slot; `onStart` can be called before this returns.
   * @returns a function that cancels the wait
   */
  readonly acquire: (job: ScheduledJob) => () => void;
  /** Counts a call that another scheduler of the same owner sends. */
  readonly track: (job: ScheduledJob) => Slot;
  /** The longest known wait if the job were first in the queue; undefined if there is no wait, or it is unknown. */
  readonly estimateWait: (job: ScheduledJob) => KnownWait | undefined;
  /** Whether no call waits or is in flight. */
  readonly isQuiet: () => boolean;
  /** Whether there is no state to preserve either. */
  readonly isIdle: () => boolean;
  readonly save: () => SavedState;
  /** @param age milliseconds since the state was saved; undefined if it comes from a store, so any time can have passed */
  readonly restore: (saved: SavedState, age: number | undefined) => void;
  /** Whether it is unknown how much time has passed since the restored state was saved. */
  readonly isTimeUnknown: () => boolean;
  /** Takes the time that passed while the process or the machine was suspended from a response's date. */
  readonly updateTime: (date: number | undefined) => void;
  /** Counts as if every window had just been used up, because the real usage is unknown. */
  readonly assumeExhausted: () => void;
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
const SHARED_LIMITS: ReadonlySet<WaitReason> = new Set<WaitReason>(["pause", "concurrency", "points", "cpu"]);

export function createScheduler(limits: PaceLimits, share: QuotaShare, clock: Clock, random: () => number): Scheduler {
  const { inFlight } = limits;
  const unreservedSlots = inFlight > 2 * RESERVED_SLOTS ? inFlight - RESERVED_SLOTS : inFlight;
  const timeline = createTimeline(clock);
  const windows = createQuotaWindows(limits, share);
  const primary = createPrimaryLimits(share);
  const backoff = createConcurrencyBackoff(concurrencyFor(limits, "normal"), random);
  const queues = createPriorityQueues();
  const mutex = createKeyedMutex();
  let arrivals = 0;
  let active = 0;
  let urgentActive = 0;
  /** Duration of the fastest call so far: what the network takes at least, in milliseconds. */
  let roundTrip = Infinity;
  let lastStart = Number.NEGATIVE_INFINITY;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;
  let isPumping = false;
  let hasChanged = false;

  /** Earliest time of the next start while a burst of calls is in flight. */
  function nextStart(): number {
    if (inFlight === Infinity) return Number.NEGATIVE_INFINITY;
    return lastStart + Math.min(backoff.epoch() > 0 ? CAREFUL_INTERVAL_MS : INTERVAL_MS, 60_000 / limits.points);
  }

  const isQuiet = () => active === 0 && queues.size() === 0;

  function* blockers(job: ScheduledJob, now: number): Iterable<Blocker> {
    const isUrgent = job.priority === "interactive";
    if (backoff.pausedUntil() > now) yield { reason: "pause", until: backoff.pausedUntil() };
    const isFull =
      active >= Math.min(inFlight, backoff.maxConcurrent()) ||
      (!isUrgent &&
        active - urgentActive >= Math.min(unreservedSlots, concurrencyFor(limits, job.priority, roundTrip)));
    if (isFull) yield { reason: "concurrency", until: undefined };
    else if (!job.isPrompt && active >= BURST && now < nextStart())
      yield { reason: "concurrency", until: nextStart(), isPassable: true };
    yield* windows.blockers(job, isUrgent, now);
    const { resource } = job;
    if (resource === null || primary.fits(resource, isUrgent, now)) return;
    yield { reason: "primary", until: primary.resetTime(resource, now) };
  }

  function firstBlocker(job: ScheduledJob, now: number): Blocker | undefined {
    for (const first of blockers(job, now)) return first;
    return undefined;
  }

  /** Starts every job that can start, and sets a timer for the next one. */
  function pump(): void {
    hasChanged = true;
    // An `onWait` listener can start or cancel calls synchronously.
    if (isPumping) return;
    isPumping = true;
    try {
      while (hasChanged) {
        hasChanged = false;
        const now = timeline.now();
        wakeAt(admitReady(now), now);
      }
    } finally {
      isPumping = false;
    }
  }

  /**
   * @returns the earliest time at which the next job can start; `Infinity` if that depends on responses, or the queue
   * is empty
   */
  function admitReady(now: number): number {
    let wake = Infinity;
    for (const priority of PRIORITIES) {
      let admitted: QueueEntry | undefined;
      do {
        admitted = undefined;
        for (const head of queues.heads(priority)) {
          const blocker = firstBlocker(head.job, now);
          if (!blocker) {
            admitted = head;
            break;
          }
          wake = Math.min(wake, blocker.until ?? Infinity);
          // Jobs behind this one would take the capacity that it waits for.
          if (SHARED_LIMITS.has(blocker.reason) && !blocker.isPassable) return wake;
        }
        if (admitted) {
          queues.remove(admitted);
          admit(admitted);
        }
      } while (admitted);
    }
    return wake;
  }

  function wakeAt(at: number, now: number): void {
    const wakeTime = queues.size() > 0 ? at : Infinity;
    if (timer?.at === wakeTime) return;
    timer?.cancel();
    timer = undefined;
    if (wakeTime === Infinity) return;
    const cancel = clock.after(Math.max(0, wakeTime - now), () => {
      timer = undefined;
      pump();
    });
    timer = { at: wakeTime, cancel };
  }

  /** Starts a job, or queues it behind a call with the same serial key. */
  function admit(entry: QueueEntry): void {
    const { job } = entry;
    if (mutex.enqueue(entry)) {
      entry.state = "blocked";
      job.onWait("serial", undefined);
      return;
    }
    job.onStart(start(entry, 1));
  }

  /**
   * Counts a call as started.
   * @param slotCount 0 for a tracked call, whose slot another scheduler has granted
   */
  function start(entry: QueueEntry, slotCount: 0 | 1): Slot {
    const { job } = entry;
    const since = clock.monotonic();
    const epoch = backoff.epoch();
    const isUrgent = job.priority === "interactive";
    entry.state = "active";
    active += slotCount;
    lastStart = timeline.now();
    if (isUrgent) urgentActive += slotCount;
    const recordEnd = windows.take(job, isUrgent);
    if (job.resource !== null) primary.take(job.resource, timeline.now());
    return {
      release(result) {
        if (entry.state !== "active") return;
        // Comes first: time that passed before this response must not shorten how long the call itself counts.
        const deviation = result.response ? updateTime(result.response.date) : 0;
        const now = timeline.now();
        const duration = clock.monotonic() - since;
        if (result.response) roundTrip = Math.min(roundTrip, duration);
        const wasExecuted = !result.rejection && !result.isUnsent;
        entry.state = "done";
        active -= slotCount;
        if (isUrgent) urgentActive -= slotCount;
        recordEnd(
          {
            serviceTime: Math.max(0, duration - roundTrip),
            wasExecuted,
            countedBy: result.response ? now : now + LATE_ARRIVAL_MS,
          },
          now,
        );
        recordResult(job, result, epoch, now, deviation);
        releaseWaiters(entry);
        if (queues.size() > 0) pump();
      },
    };
  }

  /** Queues the jobs that waited only for this one. */
  function releaseWaiters(entry: QueueEntry): void {
    for (const waiter of mutex.release(entry)) queues.add(waiter);
  }

  function recordResult(
    job: ScheduledJob,
    { response, rejection, isUnsent }: JobResult,
    epoch: number,
    now: number,
    deviation: number,
  ): void {
    const { resource } = job;
    if (resource !== null) {
      primary.complete(resource, response?.isFree ?? isUnsent ?? false);
      if (response?.rate) primary.update(response.rate, deviation, now);
    }
    const isCurrentEpoch = epoch === backoff.epoch();
    if (!rejection) {
      if (response && isCurrentEpoch) backoff.recordSuccess(now);
    } else if (rejection.spent && rejection.wait !== undefined && resource !== null) {
      // The service may charge a different resource than the contract names; mark both as exhausted.
      primary.markExhausted(resource, rejection.wait, deviation, now);
      primary.markExhausted(response?.rate?.resource ?? resource, rejection.wait, deviation, now);
    } else if (isCurrentEpoch) slowDown(job, rejection, now);
    else {
      backoff.recordFurtherRejection(rejection, now);
      windows.recordFurtherRejection(job);
    }
  }

  function slowDown(job: ScheduledJob, rejection: RateLimitRejection, now: number): void {
    backoff.recordRejection(rejection, now);
    // If no window was nearly full, the reason is too many concurrent calls, unless no other call was in flight.
    const isAlone = active === 0;
    const wasWindowLowered = !backoff.isProbing(active) && windows.lowerSuspect(job, isAlone, now);
    if (!wasWindowLowered && !isAlone) backoff.reduceConcurrency(active);
  }

  /** @returns how much later the date is than the earlier ones imply */
  function updateTime(date: number | undefined): number {
    const { hasMoved, deviation } = timeline.update(date);
    if (hasMoved) {
      // The timer was set for a wait that is now shorter.
      timer?.cancel();
      timer = undefined;
    }
    return deviation;
  }

  return {
    acquire(job) {
      const entry: QueueEntry = { job, arrived: arrivals++, state: "queued", waiters: [] };
      // Fast path: nothing is queued.
      if (queues.size() === 0 && !isPumping && !firstBlocker(job, timeline.now())) {
        admit(entry);
      } else {
        queues.add(entry);
        pump();
      }
      if (entry.state === "queued") {
        const now = timeline.now();
        const { reason = "concurrency", until } = firstBlocker(job, now) ?? {};
        job.onWait(reason, until === undefined ? undefined : Math.max(0, until - now));
      }
      return () => {
        if (entry.state === "active" || entry.state === "done") return;
        if (entry.state === "queued") queues.remove(entry);
        entry.state = "done";
        releaseWaiters(entry);
        pump();
      };
    },
    track: (job) => start({ job: { ...job, serial: undefined }, arrived: arrivals++, state: "queued", waiters: [] }, 0),
    estimateWait(job) {
      let longest: KnownWait | undefined;
      const now = timeline.now();
      for (const { reason, until = now } of blockers(job, now)) {
        if (until - now > (longest?.wait ?? 0)) longest = { reason, wait: until - now };
      }
      return longest;
    },
    isQuiet,
    isIdle() {
      const now = timeline.now();
      return isQuiet() && backoff.pausedUntil() <= now && windows.areUnused(now) && primary.isUnused(now);
    },
    save() {
      const now = timeline.now();
      const limits = { backoff: backoff.save(now), windows: windows.save(now), primary: primary.save(now) };
      return { ...timeline.save(), ...limits };
    },
    restore(saved, age) {
      const savedAt = timeline.restore(saved, age);
      backoff.restore(saved.backoff, savedAt);
      windows.restore(saved.windows, savedAt);
      primary.restore(saved.primary, savedAt);
    },
    isTimeUnknown: timeline.isUnknown,
    updateTime(date) {
      updateTime(date);
      if (queues.size() > 0) pump();
    },
    assumeExhausted: () => windows.fill(timeline.now()),
  };
}
