import type { RateLimitRefusal } from "../answer/rate-limit.ts";
import { PRIORITIES } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { WaitReason } from "../events.ts";
import { createCaution } from "./caution.ts";
import type { Ending, Entry, Job, Obstacle, Outlook, Place } from "./job.ts";
import { atOnce, type Limits, type Share } from "./limits.ts";
import { createPrimaryLimits } from "./primary.ts";
import { createQueues } from "./queue.ts";
import type { SavedState } from "./saved-state.ts";
import { createSerialLines } from "./serial.ts";
import { createWindows } from "./windows.ts";

/** Who may call when: one for each quota owner. It holds no timer while nobody waits. */
export interface Scheduler {
  /** Asks for a place; `go` may be called before this returns. @returns what ends the wait of who gives up */
  readonly enter: (job: Job) => () => void;
  /** Counts a call that goes by another scheduler of the same owner. */
  readonly note: (job: Job) => Place;
  /** What a job would wait for longest, were it first; undefined where it needn't wait, or nobody knows how long. */
  readonly outlook: (job: Job) => Outlook | undefined;
  /** Is there nothing to remember? */
  readonly isIdle: () => boolean;
  readonly save: () => SavedState;
  readonly restore: (saved: SavedState) => void;
  /** Counts as if everything had been used just now: nobody knows better. */
  readonly assumeFull: () => void;
}

/** Places that only interactive calls get. */
const RESERVED_PLACES = 2;
/** A call without an answer may still be on its way to the service for so many milliseconds. */
const LATE_ARRIVAL = 2000;

/** Limits that all calls share: who waits for one of them lets nobody pass. */
const SHARED: ReadonlySet<WaitReason> = new Set<WaitReason>(["pause", "concurrency", "points", "cpu"]);

export function createScheduler(limits: Limits, share: Share, clock: Clock, random: () => number): Scheduler {
  const { inFlight } = limits;
  const places = inFlight > 2 * RESERVED_PLACES ? inFlight - RESERVED_PLACES : inFlight;
  const most = { interactive: Infinity, normal: atOnce(limits, "normal"), bulk: atOnce(limits, "bulk") };
  const windows = createWindows(limits, share);
  const primary = createPrimaryLimits(share);
  const caution = createCaution(most.normal, random);
  const queues = createQueues();
  const lines = createSerialLines();
  let arrivals = 0;
  let active = 0;
  let urgentActive = 0;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;
  let isPumping = false;
  let hasChanged = false;

  function* obstacles(job: Job, now: number): Iterable<Obstacle> {
    const isUrgent = job.priority === "interactive";
    if (caution.pausedUntil() > now) yield { reason: "pause", until: caution.pausedUntil() };
    const isFull =
      active >= Math.min(inFlight, caution.atMost()) ||
      (!isUrgent && active - urgentActive >= Math.min(places, most[job.priority]));
    if (isFull) yield { reason: "concurrency", until: undefined };
    yield* windows.obstacles(job, isUrgent, now);
    const { resource } = job;
    if (resource === null || primary.fits(resource, isUrgent, now)) return;
    yield { reason: "primary", until: primary.resetOf(resource, now) };
  }

  function obstacle(job: Job, now: number): Obstacle | undefined {
    for (const first of obstacles(job, now)) return first;
    return undefined;
  }

  /** Lets in whoever may go, and comes back when the next one may. */
  function pump(): void {
    hasChanged = true;
    // Whoever is told of a wait may call, or give up, at once.
    if (isPumping) return;
    isPumping = true;
    try {
      while (hasChanged) {
        hasChanged = false;
        const now = clock.now();
        wakeAt(letIn(now), now);
      }
    } finally {
      isPumping = false;
    }
  }

  /** @returns when the next one may go at the earliest; `Infinity` where that depends on answers, or nobody waits */
  function letIn(now: number): number {
    let wake = Infinity;
    for (const priority of PRIORITIES) {
      let admitted: Entry | undefined;
      do {
        admitted = undefined;
        for (const head of queues.heads(priority)) {
          const hold = obstacle(head.job, now);
          if (!hold) {
            admitted = head;
            break;
          }
          wake = Math.min(wake, hold.until ?? Infinity);
          // Those behind would take what it waits for.
          if (SHARED.has(hold.reason)) return wake;
        }
        if (admitted) {
          queues.remove(admitted);
          seat(admitted);
        }
      } while (admitted);
    }
    return wake;
  }

  function wakeAt(at: number, now: number): void {
    const wanted = queues.size() > 0 ? at : Infinity;
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

  /** Gives a job its place, or puts it behind one that it must not run beside. */
  function seat(entry: Entry): void {
    const { job } = entry;
    if (lines.holds(entry)) {
      entry.state = "behind";
      job.waits("serial", undefined);
      return;
    }
    job.go(start(entry, 1));
  }

  /** Counts a call that goes. @param places how many places it takes: none where it has one elsewhere */
  function start(entry: Entry, places: 0 | 1): Place {
    const { job } = entry;
    const since = clock.now();
    const wave = caution.wave();
    const isUrgent = job.priority === "interactive";
    entry.state = "active";
    active += places;
    if (isUrgent) urgentActive += places;
    const settle = windows.take(job, isUrgent);
    if (job.resource !== null) primary.take(job.resource, since);
    return {
      leave(ending) {
        if (entry.state !== "active") return;
        const now = clock.now();
        const wasDone = !ending.refusal && !ending.unsent;
        entry.state = "gone";
        active -= places;
        if (isUrgent) urgentActive -= places;
        settle({ took: now - since, wasDone, countedBy: ending.answer ? now : now + LATE_ARRIVAL }, now);
        learn(job, ending, wave, now);
        release(entry);
        if (queues.size() > 0) pump();
      },
    };
  }

  /** Lets those queue again that waited for this one, and for nothing else. */
  function release(entry: Entry): void {
    for (const one of lines.leave(entry)) queues.add(one);
  }

  function learn(job: Job, { answer, refusal, unsent }: Ending, wave: number, now: number): void {
    const { resource } = job;
    if (resource !== null) {
      primary.settle(resource, answer?.isFree ?? unsent ?? false);
      if (answer?.rate) primary.learn(answer.rate, now);
    }
    const isOfThisWave = wave === caution.wave();
    if (!refusal) {
      if (answer && isOfThisWave) caution.succeeded(now);
    } else if (refusal.spent && refusal.until !== undefined && resource !== null) {
      // The service may count the call on another one than the contract says; who comes next would be refused as well.
      primary.spend(resource, refusal.until);
      primary.spend(answer?.rate?.resource ?? resource, refusal.until);
    } else if (isOfThisWave) slowDown(job, refusal, now);
    else {
      caution.refusedToo(refusal);
      windows.refusedToo(job);
    }
  }

  function slowDown(job: Job, refusal: RateLimitRefusal, now: number): void {
    caution.refused(refusal, now);
    // Where no window was near its end it was too much at once, unless it was alone.
    const isAlone = active === 0;
    const wasWindow = !caution.isTrying(active) && windows.lower(job, isAlone, now);
    if (!wasWindow && !isAlone) caution.narrow(active);
  }

  return {
    enter(job) {
      const entry: Entry = { job, arrived: arrivals++, state: "queued", behind: [] };
      // Most calls meet nobody.
      if (queues.size() === 0 && !isPumping && !obstacle(job, clock.now())) {
        seat(entry);
      } else {
        queues.add(entry);
        pump();
      }
      if (entry.state === "queued") {
        const hold = obstacle(job, clock.now());
        job.waits(hold?.reason ?? "concurrency", hold?.until);
      }
      return () => {
        if (entry.state === "active" || entry.state === "gone") return;
        if (entry.state === "queued") queues.remove(entry);
        entry.state = "gone";
        release(entry);
        pump();
      };
    },
    note: (job) => start({ job: { ...job, serial: undefined }, arrived: arrivals++, state: "queued", behind: [] }, 0),
    outlook(job) {
      let longest: Outlook | undefined;
      for (const { reason, until } of obstacles(job, clock.now())) {
        if (until !== undefined && until > (longest?.until ?? 0)) longest = { reason, until };
      }
      return longest;
    },
    isIdle() {
      const now = clock.now();
      const isStill = active === 0 && queues.size() === 0 && caution.pausedUntil() <= now;
      return isStill && windows.areAsNew(now) && primary.isAsNew(now);
    },
    save: () => ({ caution: caution.save(), windows: windows.save(), primary: primary.save() }),
    restore(saved) {
      const now = clock.now();
      caution.restore(saved.caution, now);
      windows.restore(saved.windows, now);
      primary.restore(saved.primary, now);
    },
    assumeFull: () => windows.fill(clock.now()),
  };
}
