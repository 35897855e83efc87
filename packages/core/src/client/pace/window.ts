/** How much was used in the last so many milliseconds, and so how much may be used now. */
export interface Window {
  /** What may be used; less than is published where the service has refused. */
  readonly limit: () => number;
  /** How much of the limit is used: 0 to 1. */
  readonly load: (now: number) => number;
  readonly fits: (cost: number, urgent: boolean, now: number) => boolean;
  /** The earliest moment at which it would fit; undefined where that depends on answers that are still out. */
  readonly freeAt: (cost: number, urgent: boolean, now: number) => number | undefined;
  readonly take: (cost: number, urgent: boolean) => void;
  /** The answer is there: what was taken is free again one span from now. `actual` is what it cost in the end. */
  readonly settle: (taken: number, actual: number, urgent: boolean, now: number) => void;
  /** The service has refused: half from now on, until what it had accepted by then can be tried. */
  readonly halve: (now: number) => void;
  /** Another one that was under way was refused with it. */
  readonly refusedToo: (cost: number) => void;
  /** Is the limit less than is published? */
  readonly isLowered: () => boolean;
  readonly save: () => SavedWindow;
  readonly restore: (saved: SavedWindow, now: number) => void;
}

/** A window as it is kept between two lives of a process. */
export interface SavedWindow {
  readonly limit: number;
  /** When each used part is free again, how much it is, and whether it was an urgent call's. */
  readonly used: readonly (readonly [freeAt: number, cost: number, urgent: boolean])[];
  /** Taken, with the answer still out. */
  readonly out: number;
}

interface Used {
  readonly freeAt: number;
  cost: number;
  readonly urgent: boolean;
}

/** Parts of a span that are not told apart: what is used within one is free again together. */
const GRAINS = 1000;
/** How long nothing must have been refused before a limit that was lowered is tried again, in milliseconds. */
const PROBE_AFTER = 600_000;
/** The longest that this grows to while trying fails. */
const PROBE_AT_MOST = 6 * 3_600_000;
/** The part of what the service had accepted that it is trusted to accept again. */
const WALL_TRUSTED = 0.97;
/** The part of the published limit that is tried at a time. */
const PROBE_STEP = 1 / 8;

/**
 * A window that is anchored on answers. Requests reach the service some time between sending and answer, so each is counted
 * from before it is sent until one span after its answer: whatever window the service keeps, it sees no more than the limit.
 * @param span milliseconds
 * @param published what may be used in a span
 * @param least what one call costs at most: a limit never falls below it
 * @param reserve what only urgent calls may use; it grows with what they do use
 */
export function createWindow(span: number, published: number, least: number, reserve: number): Window {
  const grain = span / GRAINS;
  let used: Used[] = [];
  let first = 0;
  let sum = 0;
  let urgentSum = 0;
  let out = 0;
  let urgentOut = 0;
  /** The most that urgent calls used in one span of late. */
  let urgentPeak = 0;
  let limit = published;
  /** A limit that is known to hold; what is beyond it is tried one call at a time. */
  let proven = published;
  let changed = 0;
  let probeAfter = PROBE_AFTER;
  /** What the service had accepted in a span when it refused. */
  let wall: number | undefined;
  let lastNow = 0;

  function forget(now: number): void {
    // A clock that was set back must not lock what has passed.
    if (now < lastNow - span) {
      used = used.slice(first).map((part) => ({ ...part, freeAt: Math.min(part.freeAt, now + span) }));
      first = 0;
    }
    lastNow = now;
    for (let part = used[first]; part !== undefined && part.freeAt <= now; part = used[first]) {
      sum -= part.cost;
      if (part.urgent) urgentSum -= part.cost;
      first++;
    }
    if (first > 1000) {
      used = used.slice(first);
      first = 0;
    }
    if (first === used.length && out === 0) urgentPeak = 0;
  }

  function probe(now: number): void {
    if (limit > proven && now - changed > 2 * span) {
      proven = limit;
      probeAfter = PROBE_AFTER;
    }
    if (limit >= published || limit > proven || excess(least, false) <= 0) return;
    // What was accepted once will be again, soon; anything beyond is worth a try now and then.
    const known = wall !== undefined && now - changed > 2 * span ? wall * WALL_TRUSTED : 0;
    if (known > limit) limit = known;
    else if (now - changed >= probeAfter) limit += Math.max(least, published * PROBE_STEP);
    else return;
    limit = Math.min(published, limit);
    changed = now;
  }

  /** How much is too much for such a call: 0 or less where it fits. */
  function excess(cost: number, urgent: boolean): number {
    const total = sum + out + cost - limit;
    if (urgent) return total;
    const kept = Math.min(limit / 2, Math.max((reserve * limit) / published, urgentPeak));
    return Math.max(total, sum - urgentSum + out - urgentOut + cost - (limit - kept));
  }

  function fits(cost: number, urgent: boolean, now: number): boolean {
    forget(now);
    probe(now);
    // Trying costs at most one refusal.
    if (sum + out + cost > proven && out > 0) return false;
    return excess(cost, urgent) <= 0;
  }

  return {
    limit: () => limit,
    load(now) {
      forget(now);
      return (sum + out) / limit;
    },
    fits,
    freeAt(cost, urgent, now) {
      if (fits(cost, urgent, now)) return now;
      let missing = excess(cost, urgent);
      if (missing <= 0) return undefined;
      for (let index = first; index < used.length; index++) {
        const part = used[index];
        if (part === undefined) break;
        missing -= part.cost;
        if (missing <= 0) return part.freeAt;
      }
      return undefined;
    },
    take(cost, urgent) {
      out += cost;
      if (!urgent) return;
      urgentOut += cost;
      urgentPeak = Math.max(urgentPeak, urgentSum + urgentOut);
    },
    settle(taken, actual, urgent, now) {
      forget(now);
      out -= taken;
      if (urgent) urgentOut -= taken;
      if (actual === 0) return;
      const freeAt = Math.ceil((now + span) / grain) * grain;
      const last = used.length > first ? used[used.length - 1] : undefined;
      if (last && last.freeAt >= freeAt && last.urgent === urgent) last.cost += actual;
      else used.push({ freeAt: Math.max(freeAt, last?.freeAt ?? 0), cost: actual, urgent });
      sum += actual;
      if (urgent) urgentSum += actual;
    },
    halve(now) {
      // Trying more has failed: back to what held, and a longer wait before the next try.
      if (limit > proven) {
        limit = proven;
        probeAfter = Math.min(PROBE_AT_MOST, probeAfter * 6);
        wall = undefined;
      } else {
        wall = sum + out;
        limit = Math.max(least, limit / 2);
        proven = limit;
      }
      changed = now;
    },
    refusedToo(cost) {
      if (wall !== undefined) wall -= cost;
    },
    isLowered: () => limit < published,
    save: () => ({
      limit: proven,
      used: used.slice(first).map(({ freeAt, cost, urgent }) => [freeAt, cost, urgent]),
      out,
    }),
    restore(saved, now) {
      limit = Math.min(published, Math.max(least, saved.limit));
      proven = limit;
      changed = now;
      // What was out may have arrived at any time up to now.
      const parts = [...saved.used, [now + span, saved.out, false] as const];
      used = parts
        .map(([freeAt, cost, urgent]) => ({ freeAt: Math.min(freeAt, now + span), cost, urgent }))
        .filter(({ cost }) => cost > 0)
        .sort((a, b) => a.freeAt - b.freeAt);
      first = 0;
      sum = used.reduce((total, { cost }) => total + cost, 0);
      urgentSum = used.reduce((total, { cost, urgent }) => total + (urgent ? cost : 0), 0);
      forget(now);
    },
  };
}
