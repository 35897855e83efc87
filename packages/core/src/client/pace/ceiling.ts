/** How much of a published limit may be used, as far as refusals tell. */
export interface Ceiling {
  readonly limit: () => number;
  /** What is known to hold; anything beyond it is tried one call at a time. */
  readonly proven: () => number;
  /** Refused with so much accepted in the last span: half of the limit from now on, and never what was refused. */
  readonly refused: (accepted: number, now: number) => void;
  /** Another call that was under way was refused with it, so that less had been accepted. */
  readonly refusedToo: (cost: number) => void;
  /** So much was accepted in the last span. */
  readonly accepted: (amount: number) => void;
  /** More is wanted: allows it where it is time to try. */
  readonly raise: (now: number) => void;
  /** Is it less than is published, and not for so long that this means nothing any more? */
  readonly isLowered: (now: number) => boolean;
  readonly save: () => SavedCeiling;
  readonly restore: (saved: SavedCeiling, now: number) => void;
}

/** A ceiling as it is kept between two lives of a process. */
export interface SavedCeiling {
  /** What is known to hold. */
  readonly limit: number;
  /** What was accepted when the service refused; null where it needn't be tried. */
  readonly wall: number | null;
  readonly changed: number;
  readonly probeAfter: number;
}

/** How long nothing must have been refused before more than was ever accepted is tried, in milliseconds. */
const PROBE_AFTER = 600_000;
/** The longest that this grows to while trying fails. */
const PROBE_AT_MOST = 6 * 3_600_000;
/** The part of the published limit that is tried at a time. */
const PROBE_STEP = 1 / 8;

/**
 * @param span milliseconds that the limit holds for
 * @param least what one call costs: the ceiling never falls below it
 */
export function createCeiling(span: number, published: number, least: number): Ceiling {
  let limit = published;
  let proven = published;
  let wall: number | undefined;
  let changed = 0;
  let probeAfter = PROBE_AFTER;

  function lower(to: number): void {
    limit = Math.max(least, to);
    proven = limit;
  }

  return {
    limit: () => limit,
    proven: () => proven,
    refused(accepted, now) {
      changed = now;
      if (limit > proven && accepted + least > proven) {
        // Trying more has failed: back to what held, and a longer wait before the next try.
        limit = proven;
        probeAfter = Math.min(PROBE_AT_MOST, probeAfter * 6);
        return;
      }
      wall = accepted;
      lower(Math.min(limit / 2, wall));
    },
    refusedToo(cost) {
      if (wall === undefined) return;
      wall -= cost;
      lower(Math.min(limit, wall));
    },
    accepted(amount) {
      if (limit === proven || amount <= proven) return;
      proven = Math.min(limit, amount);
      probeAfter = PROBE_AFTER;
    },
    raise(now) {
      if (limit >= published) return;
      const quiet = now - changed;
      if (wall !== undefined && quiet > span) {
        // What was accepted once will be again, as soon as nothing of it counts any more.
        limit = Math.min(published, Math.max(limit, wall));
        wall = undefined;
      } else if (quiet >= probeAfter) {
        limit = Math.min(published, limit + Math.max(least, published * PROBE_STEP));
      } else return;
      changed = now;
    },
    isLowered: (now) => limit < published && now - changed < PROBE_AT_MOST,
    save: () => ({ limit: proven, wall: wall ?? null, changed, probeAfter }),
    restore(saved, now) {
      lower(Math.min(published, saved.limit));
      wall = saved.wall ?? undefined;
      // A clock that was wrong must not put off trying.
      changed = Math.min(saved.changed, now);
      probeAfter = Math.min(PROBE_AT_MOST, Math.max(PROBE_AFTER, saved.probeAfter));
    },
  };
}
