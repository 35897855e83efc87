import type { Clock } from "../clock.ts";
import type { SavedTime } from "./saved-state.ts";

/**
 * Time by which usage expires: the monotonic time of this process, plus the time in which the process or the machine was
 * suspended, as the service's dates show. The machine's wall clock has no effect on it.
 */
export interface Timeline {
  /** Milliseconds since an arbitrary moment; never goes back. */
  readonly now: () => number;
  /**
   * Moves forward if a response's date shows that more time has passed.
   * @param date milliseconds since 1970; undefined if the response has none, which leaves only this machine's clock to
   * estimate the time since a restored state was saved
   * @returns whether it moved
   */
  readonly update: (date: number | undefined) => boolean;
  /** Whether the time since the restored state was saved is unknown; it counts as zero meanwhile. */
  readonly isUnknown: () => boolean;
  readonly save: () => SavedTime;
  /**
   * Continues from a saved state.
   * @param isStored it comes from a store, so any time can have passed since it was saved
   * @returns the moment at which it was saved, as far as it is known
   */
  readonly restore: (saved: SavedTime, isStored: boolean) => number;
}

/** Milliseconds by which dates can differ: they are whole seconds, and the service's machines are not synchronized. */
const DATE_TOLERANCE_MS = 5000;

/** A moment of the timeline with a known service time. */
interface TimeAnchor {
  readonly serviceTime: number;
  readonly at: number;
}

function serviceTimeAt({ serviceTime, at }: TimeAnchor, moment: number): number {
  return serviceTime + moment - at;
}

export function createTimeline(clock: Clock): Timeline {
  let skipped = 0;
  /** The earliest moment with a known service time. */
  let anchor: TimeAnchor | undefined;
  /** A restored state without a known age. */
  let restored: { readonly localTime: number; readonly at: number } | undefined;
  const now = () => clock.monotonic() + skipped;

  function skip(milliseconds: number): boolean {
    if (!(milliseconds > 0)) return false;
    skipped += milliseconds;
    return true;
  }

  /** Skips the time since the state was saved by this machine's clock, which is all that is known. */
  function skipByLocalTime({ localTime, at }: { readonly localTime: number; readonly at: number }): boolean {
    return skip(clock.now() - localTime - (now() - at));
  }

  return {
    now,
    update(date) {
      const unknownSince = restored;
      restored = undefined;
      if (unknownSince && (date === undefined || !anchor)) {
        const hasMoved = skipByLocalTime(unknownSince);
        if (date !== undefined) anchor = { serviceTime: date, at: now() };
        return hasMoved;
      }
      if (date === undefined) return false;
      anchor ??= { serviceTime: date, at: now() };
      return skip(date - DATE_TOLERANCE_MS - serviceTimeAt(anchor, now()));
    },
    isUnknown: () => restored !== undefined,
    save: () => ({
      serviceTime: anchor ? serviceTimeAt(anchor, now()) : null,
      localTime: clock.now(),
    }),
    restore({ serviceTime, localTime }, isStored) {
      const at = now();
      const age = isStored && anchor && serviceTime !== null ? serviceTimeAt(anchor, at) - serviceTime : undefined;
      if (age !== undefined) return at - Math.max(0, age);
      if (serviceTime !== null) anchor ??= { serviceTime, at };
      if (isStored) restored = { localTime, at };
      return at;
    },
  };
}
