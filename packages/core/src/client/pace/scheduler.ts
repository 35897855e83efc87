import { PRIORITIES } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import type { RateLimitRefusal } from "../rate-limit.ts";
import type { Limits, Share } from "./limits.ts";
import { createPrimaryLimits } from "./primary.ts";
import { createQueues, type Ending, type Entry, type Job } from "./queue.ts";
import type { SavedState } from "./saved-state.ts";
import { clash } from "./serial.ts";
import { createWindows } from "./windows.ts";

/** Who may call when: one for each quota owner. It holds no timer while nobody waits. */
export interface Scheduler {
  /** Asks for a place; `go` may be called before this returns. @returns what ends the wait of who gives up */
  readonly enter: (job: Job) => () => void;
  /** What a job would wait for at the least, were it first; undefined where it needn't. */
  readonly outlook: (job: Job) => Obstacle | undefined;
  /** Is there nothing to remember? */
  readonly isIdle: () => boolean;
  readonly save: () => SavedState;
  readonly restore: (saved: SavedState) => void;
  /** Counts as if everything had been used just now: nobody knows better. */
  readonly assumeFull: () => void;
}

/** What keeps a job from going; `until` is undefined where that depends on answers that are still out. */
export interface Obstacle {
  readonly reason: WaitReason;
  readonly until: number | undefined;
}

/** How many of a priority may be under way at once; more would gain nothing, and cost refusals where a limit is unknown. */
export const AT_ONCE = { interactive: Infinity, normal: 16, bulk: 12 } as const;
/** Places that only interactive calls get. */
const RESERVED_PLACES = 2;
/** What a pause takes where the service names none: it doubles with each further one, up to an hour. */
const PAUSE = 60_000;
const LONGEST_PAUSE = 3_600_000;
/** So many milliseconds at most are added to a pause, by chance: not everybody is to come back at once. */
const JITTER = 1000;

/** How long nothing must have been refused before more are let go at once again, in milliseconds. */
const WIDEN_AFTER = 600_000;

/** Limits that all calls share: who waits for one of them lets nobody pass. */
const SHARED: ReadonlySet<WaitReason> = new Set<WaitReason>(["pause", "concurrency", "points", "cpu"]);

export function createScheduler(limits: Limits, share: Share, clock: Clock, random: () => number): Scheduler {
  const { inFlight } = limits;
  const places = inFlight > 2 * RESERVED_PLACES ? inFlight - RESERVED_PLACES : inFlight;
  const windows = createWindows(limits, share);
  const primary = createPrimaryLimits(share);
  const queues = createQueues();
  const active = new Set<Entry>();
  let arrivals = 0;
  let queued = 0;
  let urgentActive = 0;
  let pausedUntil = 0;
  let pausedAt = 0;
  let pauses = 0;
  /** How many may be under way while calls are let in again after a pause. */
  let ramp = Infinity;
  /** How many may be under way since too many were refused, and since when. */
  let atMost = Infinity;
  let widenedAt = 0;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;

  function obstacle(job: Job, now: number): Obstacle | undefined {
    const isUrgent = job.priority === "interactive";
    if (pausedUntil > now) return { reason: "pause", until: pausedUntil };
    const isFull =
      active.size >= Math.min(inFlight, ramp, atMost) ||
      (!isUrgent && active.size - urgentActive >= Math.min(places, AT_ONCE[job.priority]));
    if (isFull) return { reason: "concurrency", until: undefined };
    const inWindow = windows.obstacle(job, isUrgent, now);
    if (inWindow) return inWindow;
    if (job.resource === null || primary.fits(job.resource, isUrgent, now)) return undefined;
    return { reason: "primary", until: primary.freeAt(job.resource, isUrgent, now) };
  }

  /** Lets in whoever may go, and comes back when the next one may. */
  function pump(): void {
    const now = clock.now();
    let wake = Infinity;
    for (const priority of PRIORITIES) {
      for (let heads = queues.heads(priority); heads.length > 0; ) {
        let admitted = false;
        for (const head of heads) {
          const hold = obstacle(head.job, now);
          if (!hold) {
            queues.remove(head);
            queued--;
            seat(head);
            admitted = true;
            break;
          }
          wake = Math.min(wake, hold.until ?? Infinity);
          // Those behind would take what it waits for.
          if (SHARED.has(hold.reason)) {
            wakeAt(wake, now);
            return;
          }
        }
        heads = admitted ? queues.heads(priority) : [];
      }
    }
    wakeAt(wake, now);
  }

  function wakeAt(at: number, now: number): void {
    const wanted = queued > 0 ? at : Infinity;
    if (timer?.at === wanted) return;
    timer?.cancel();
    timer = undefined;
    if (wanted === Infinity) return;
    const cancel = clock.after(Math.max(0, wanted - now), () => {
      timer = undefined;
      pump();
    });
    timer = { at: wanted, cancel };
  }

  function queue(entry: Entry): void {
    entry.state = "queued";
    queues.add(entry);
    queued++;
  }

  /** Gives a job its place, or puts it behind one that it must not run beside. */
  function seat(entry: Entry): void {
    const { job } = entry;
    const { serial } = job;
    const other = serial && Array.from(active).find(({ job: busy }) => busy.serial && clash(busy.serial, serial));
    if (other) {
      job.waits("serial", undefined);
      const urgency = PRIORITIES.indexOf(job.priority);
      const place = other.behind.findLastIndex((one) => PRIORITIES.indexOf(one.job.priority) <= urgency);
      entry.state = "behind";
      other.behind.splice(place + 1, 0, entry);
      return;
    }
    const since = clock.now();
    const isUrgent = job.priority === "interactive";
    entry.state = "active";
    active.add(entry);
    if (isUrgent) urgentActive++;
    const settle = windows.take(job, isUrgent);
    if (job.resource !== null) primary.take(job.resource, since);
    job.go({
      leave(ending) {
        if (!active.delete(entry)) return;
        const now = clock.now();
        if (isUrgent) urgentActive--;
        settle(now - since, ending.refusal !== undefined, now);
        learn(job, ending, since, now);
        release(entry.behind);
        pump();
      },
    });
  }

  /** Lets the first of those who waited for one another queue again; the others now wait for it. */
  function release(behind: readonly Entry[]): void {
    const [first, ...rest] = behind.filter(({ state }) => state !== "gone");
    if (!first) return;
    first.behind.push(...rest);
    queue(first);
  }

  function learn(job: Job, { answer, refusal }: Ending, since: number, now: number): void {
    const { resource } = job;
    if (resource !== null) {
      primary.settle(resource, answer?.isFree ?? false);
      if (answer?.rate) primary.learn(answer.rate, now);
    }
    if (!refusal) {
      if (!answer || since < pausedAt) return;
      pauses = 0;
      if (now - widenedAt > WIDEN_AFTER && atMost !== Infinity) {
        atMost = atMost >= AT_ONCE.normal ? Infinity : atMost * 2;
        widenedAt = now;
      }
      // One, two, four, eight: all at once would be refused at once.
      if (ramp !== Infinity) ramp = ramp >= AT_ONCE.normal ? Infinity : ramp * 2;
      return;
    }
    if (refusal.spent && refusal.until !== undefined && resource !== null) {
      primary.spend(answer?.rate?.resource ?? resource, refusal.until);
      return;
    }
    pausedUntil = Math.max(pausedUntil, pauseEnd(refusal, now) + random() * JITTER);
    ramp = 1;
    // A call that was under way when the pause began tells nothing new.
    if (since < pausedAt) {
      windows.refusedToo(job);
      return;
    }
    pauses++;
    pausedAt = now;
    // Where no window was near its end it was too much at once, unless that was as little as can be.
    if (!windows.lower(job, atMost === 1, now)) atMost = Math.max(1, Math.floor(Math.min(atMost, active.size + 1) / 2));
    widenedAt = now;
  }

  function pauseEnd({ until }: RateLimitRefusal, now: number): number {
    return until ?? now + Math.min(LONGEST_PAUSE, PAUSE * 2 ** pauses);
  }

  return {
    enter(job) {
      const entry: Entry = { job, arrived: arrivals++, state: "queued", behind: [] };
      const hold = obstacle(job, clock.now());
      if (queued === 0 && !hold) {
        seat(entry);
      } else {
        queue(entry);
        job.waits(hold?.reason ?? "concurrency", hold?.until);
        pump();
      }
      return () => {
        if (entry.state === "active" || entry.state === "gone") return;
        if (entry.state === "queued") queued--;
        entry.state = "gone";
        release(entry.behind.splice(0));
        pump();
      };
    },
    outlook: (job) => obstacle(job, clock.now()),
    isIdle() {
      const now = clock.now();
      const isStill = active.size === 0 && queued === 0 && pausedUntil <= now;
      return isStill && windows.areEmpty(now) && primary.isEmpty(now);
    },
    save: () => ({
      version: 1,
      pausedUntil,
      pauses,
      windows: windows.save(),
      primary: primary.save(),
    }),
    restore(saved) {
      const now = clock.now();
      // No pause lasts longer than a day: a clock that was wrong when it was written must not stop everything.
      pausedUntil = Math.min(saved.pausedUntil, now + 86_400_000);
      pauses = saved.pauses;
      if (pausedUntil > now) ramp = 1;
      windows.restore(saved.windows, now);
      primary.restore(saved.primary);
    },
    assumeFull: () => windows.assumeFull(clock.now()),
  };
}
