/** Usable part of a published limit, learned from rejections. */
export interface AdaptiveLimit {
  readonly current: () => number;
  /** Highest amount known to be accepted; anything above it is probed one call at a time. */
  readonly proven: () => number;
  /** Halves the limit after a rejection, to at most `accepted`, the amount accepted within the last span. */
  readonly recordRejection: (accepted: number, now: number) => void;
  /** Records that another call of the same burst was rejected, so that less was accepted than recorded. */
  readonly recordFurtherRejection: (cost: number) => void;
  /** Records the amount accepted within the last span. */
  readonly recordAccepted: (amount: number) => void;
  /** Raises the limit if it is time to probe. */
  readonly tryRaise: (now: number) => void;
  /** Whether the limit is below the published one and was changed recently enough to matter. */
  readonly isLowered: (now: number) => boolean;
  readonly save: (now: number) => SavedAdaptiveLimit;
  readonly restore: (saved: SavedAdaptiveLimit, now: number) => void;
}

/** Persisted state of an adaptive limit. */
export interface SavedAdaptiveLimit {
  /** Highest amount known to be accepted. */
  readonly limit: number;
  /** Amount accepted when the service rejected a call; null once that amount has been allowed again. */
  readonly rejectedAt: number | null;
  /** Milliseconds since the limit was changed. */
  readonly changedAgo: number;
  readonly probeAfter: number;
}

/** Time without rejections before more than the proven amount is tried, in milliseconds. */
const PROBE_AFTER_MS = 600_000;
/** Upper bound of that time, which grows while probing fails. */
const MAX_PROBE_AFTER_MS = 6 * 3_600_000;
/** Fraction of the published limit added per probe. */
const PROBE_STEP = 1 / 8;

/**
 * Creates an adaptive limit.
 * @param span length of the window in milliseconds
 * @param minimum highest cost of one call; the limit never falls below it
 */
export function createAdaptiveLimit(span: number, published: number, minimum: number): AdaptiveLimit {
  let limit = published;
  let proven = published;
  /** Amount accepted when the service rejected a call; undefined once that amount has been allowed again. */
  let retryAmount: number | undefined;
  let changed = 0;
  let probeAfter = PROBE_AFTER_MS;

  function lowerTo(amount: number): void {
    limit = Math.max(minimum, amount);
    proven = limit;
  }

  return {
    current: () => limit,
    proven: () => proven,
    recordRejection(accepted, now) {
      changed = now;
      if (limit > proven && accepted + minimum > proven) {
        // The probe failed: return to the proven limit and wait longer before the next one.
        limit = proven;
        probeAfter = Math.min(MAX_PROBE_AFTER_MS, probeAfter * 6);
        return;
      }
      retryAmount = accepted;
      lowerTo(Math.min(limit / 2, retryAmount));
    },
    recordFurtherRejection(cost) {
      if (retryAmount === undefined) return;
      retryAmount -= cost;
      lowerTo(Math.min(limit, retryAmount));
    },
    recordAccepted(amount) {
      if (limit === proven || amount <= proven) return;
      proven = Math.min(limit, amount);
      probeAfter = PROBE_AFTER_MS;
    },
    tryRaise(now) {
      if (limit >= published) return;
      const unchangedFor = now - changed;
      if (retryAmount !== undefined && unchangedFor > span) {
        // The service accepted this amount once, so it accepts it again after that usage has expired.
        limit = Math.min(published, Math.max(limit, retryAmount));
        retryAmount = undefined;
      } else if (unchangedFor >= probeAfter) {
        limit = Math.min(published, limit + Math.max(minimum, published * PROBE_STEP));
      } else return;
      changed = now;
    },
    isLowered: (now) => limit < published && now - changed < MAX_PROBE_AFTER_MS,
    save: (now) => ({
      limit: proven,
      rejectedAt: retryAmount ?? null,
      changedAgo: Math.max(0, now - changed),
      probeAfter,
    }),
    restore(saved, now) {
      lowerTo(Math.min(published, saved.limit));
      retryAmount = saved.rejectedAt ?? undefined;
      changed = now - saved.changedAgo;
      probeAfter = Math.min(MAX_PROBE_AFTER_MS, Math.max(PROBE_AFTER_MS, saved.probeAfter));
    },
  };
}
