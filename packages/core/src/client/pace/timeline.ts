import type { Clock } from "../clock.ts";
import type { SavedTime } from "./saved-state.ts";

/**
 * Time by which usage expires: the monotonic time of this process, plus the time in which the process or the machine was
 * suspended. Neither the machine's wall clock nor the service's dates alone move it within a process, since either can be
 * wrong; both must show that time has passed.
 */
export interface Timeline {
  /** Milliseconds since an arbitrary moment; never goes back. */
  readonly now: () => number;
  /**
   * Moves forward if a response's date shows that more time has passed.
   * @param date milliseconds since 1970; undefined if the response has none, which leaves only this machine's clock to
   * estimate the time since a restored state was saved
   */
  readonly update: (date: number | undefined) => TimeUpdate;
  /** Whether the time since the restored state was saved is unknown; it counts as zero meanwhile. */
  readonly isUnknown: () => boolean;
  readonly save: () => SavedTime;
  /**
   * Continues from a saved state.
   * @param age milliseconds since it was saved; undefined if it comes from a store, so that any time can have passed
   * @returns the moment at which it was saved, as far as it is known
   */
  readonly restore: (saved: SavedTime, age: number | undefined) => number;
}

/** Effect of a response's date. */
export interface TimeUpdate {
  readonly hasMoved: boolean;
  /** Milliseconds by which the date is later than the earlier dates imply; 0 if they agree. One of them is wrong. */
  readonly deviation: number;
}

const NO_UPDATE: TimeUpdate = { hasMoved: false, deviation: 0 };

/** Milliseconds by which dates can differ: they are whole seconds, and the service's machines are not synchronized. */
const DATE_TOLERANCE_MS = 5000;

/** A moment of the timeline by other clocks. The service's time is NaN if it is unknown. */
interface TimeAnchor {
  readonly serviceTime: number;
  readonly localTime: number;
  readonly at: number;
}

export function createTimeline(clock: Clock): Timeline {
  let skipped = 0;
  /** The earliest moment whose service time agrees with all later dates, or at which a state was restored. */
  let anchor: TimeAnchor | undefined;
  let isUnknown = false;
  const now = () => clock.monotonic() + skipped;
  const serviceTime = () => (anchor ? anchor.serviceTime + now() - anchor.at : Number.NaN);

  return {
    now,
    update(date = Number.NaN) {
      if (Number.isNaN(date) && !isUnknown) return NO_UPDATE;
      const localTime = clock.now();
      const missing = anchor ? timeSince(anchor, date, localTime, isUnknown) - (now() - anchor.at) : 0;
      const hasMoved = missing > 0;
      if (hasMoved) skipped += missing;
      const expected = serviceTime();
      const difference = Math.round(date - expected);
      const agrees = Math.abs(difference) <= DATE_TOLERANCE_MS;
      // Counts each gap once: calls that end after it must not age by it.
      if (isUnknown || hasMoved || !agrees) {
        anchor = { serviceTime: Number.isNaN(date) ? expected : date, localTime, at: now() };
      }
      isUnknown = false;
      return { hasMoved, deviation: agrees ? 0 : difference || 0 };
    },
    isUnknown: () => isUnknown,
    save() {
      const time = serviceTime();
      return { serviceTime: Number.isNaN(time) ? null : time, localTime: clock.now() };
    },
    restore(saved, age) {
      const isStored = age === undefined;
      const at = now() - (age ?? 0);
      const savedAt = { serviceTime: saved.serviceTime ?? Number.NaN, localTime: saved.localTime, at };
      if (isStored && anchor) return at - Math.max(0, timeSince(savedAt, serviceTime(), clock.now(), true));
      if (isStored || saved.serviceTime !== null) anchor ??= savedAt;
      isUnknown = isStored;
      return at;
    },
  };
}

/**
 * Time since a moment: the shorter one of what both clocks show, so that no wrong date ends a wait.
 * @param isStored the moment comes from a store: a clock that went back since then is wrong, so the other one counts
 */
function timeSince(moment: TimeAnchor, serviceTime: number, localTime: number, isStored: boolean): number {
  const byService = serviceTime - DATE_TOLERANCE_MS - moment.serviceTime;
  const byLocal = localTime - moment.localTime;
  if (isStored && !(byService >= -2 * DATE_TOLERANCE_MS)) return byLocal;
  return isStored && byLocal < 0 ? byService : Math.min(byService, byLocal);
}
