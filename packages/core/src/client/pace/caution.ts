import type { RateLimitRefusal } from "../answer/rate-limit.ts";

/** What refusals make of the number of calls that go at once: a pause for everybody, then one, two, four, and so on. */
export interface Caution {
  readonly pausedUntil: () => number;
  /** How many may be under way. */
  readonly atMost: () => number;
  /** Was more at once being tried than is known to hold, when a call was refused beside so many others? */
  readonly isTrying: (others: number) => boolean;
  /** Counts the pauses: a call that went before the last one began tells nothing new. */
  readonly wave: () => number;
  /** A call that went in this wave was not refused. */
  readonly succeeded: (now: number) => void;
  /** A call of this wave was refused: a new one begins. */
  readonly refused: (refusal: RateLimitRefusal, now: number) => void;
  /** Another call that was under way was refused with it. */
  readonly refusedToo: (refusal: RateLimitRefusal) => void;
  /** A call beside so many others was too much at once: half as many, until nothing has been refused for long. */
  readonly narrow: (others: number) => void;
  readonly save: () => SavedCaution;
  readonly restore: (saved: SavedCaution, now: number) => void;
}

/** The same as it is kept between two lives of a process. */
export interface SavedCaution {
  /** Milliseconds since 1970. */
  readonly pausedUntil: number;
  /** How many pauses there were with nothing but refusals between them. */
  readonly pauses: number;
}

/** What a pause takes where the service names none: it doubles with each further one, up to an hour. */
const PAUSE = 60_000;
const LONGEST_PAUSE = 3_600_000;
/** No pause lasts longer: a clock that was wrong when it was kept must not stop everything. */
const LONGEST_KEPT_PAUSE = 86_400_000;
/** So many milliseconds at most are added to a pause, by chance: not everybody is to come back at once. */
const JITTER = 1000;
/** How long nothing must have been refused before more are let go at once again, in milliseconds. */
const WIDEN_AFTER = 600_000;
/** The longest that this grows to while that fails. */
const WIDEN_AT_MOST = 6 * 3_600_000;

/** @param usual as many as go at once where nothing is amiss */
export function createCaution(usual: number, random: () => number): Caution {
  let pausedUntil = 0;
  let pauses = 0;
  let wave = 0;
  /** How many may be under way while calls are let in again after a pause. */
  let ramp = Infinity;
  /** How many may be under way since too many were refused, how many of them are known to be fine, and when that changed. */
  let width = Infinity;
  let held = Infinity;
  let changed = 0;
  let widenAfter = WIDEN_AFTER;
  const isTrying = (others: number) => width > held && others + 1 > held;

  return {
    pausedUntil: () => pausedUntil,
    atMost: () => Math.min(ramp, width),
    isTrying,
    wave: () => wave,
    succeeded(now) {
      pauses = 0;
      // Each answer lets in one more beside the next: all at once would be refused at once.
      ramp = ramp >= usual ? Infinity : ramp + 1;
      if (held === Infinity || now - changed <= widenAfter) return;
      held = width;
      width = width >= usual ? Infinity : width * 2;
      changed = now;
    },
    refused({ until }, now) {
      const end = until ?? now + Math.min(LONGEST_PAUSE, PAUSE * 2 ** pauses);
      pausedUntil = Math.max(pausedUntil, end + random() * JITTER);
      pauses++;
      wave++;
      ramp = 1;
      changed = now;
    },
    refusedToo({ until }) {
      // Where no end is named, the first one of the wave has said it for all.
      if (until !== undefined) pausedUntil = Math.max(pausedUntil, until + random() * JITTER);
    },
    narrow(others) {
      if (isTrying(others)) {
        width = held;
        widenAfter = Math.min(WIDEN_AT_MOST, widenAfter * 6);
      } else {
        width = Math.max(1, Math.floor(Math.min(width, others + 1) / 2));
        held = width;
      }
    },
    save: () => ({ pausedUntil, pauses }),
    restore(saved, now) {
      pausedUntil = Math.min(saved.pausedUntil, now + LONGEST_KEPT_PAUSE);
      pauses = saved.pauses;
      if (pausedUntil > now) ramp = 1;
    },
  };
}
