import { createCeiling, type SavedCeiling } from "./ceiling.ts";

/** How much was used in the last so many milliseconds, and so how much may be used now. */
export interface Window {
  /**
   * How much speaks for this being what a refused call met: the part of the limit that is used, 0 to 1; more where more was
   * being tried than is known to hold.
   */
  readonly suspicion: (cost: number, now: number) => number;
  readonly fits: (cost: number, urgent: boolean, now: number) => boolean;
  /** The earliest moment at which it would fit; undefined where that depends on answers that are still out. */
  readonly freeAt: (cost: number, urgent: boolean, now: number) => number | undefined;
  readonly take: (cost: number, urgent: boolean) => void;
  /** A call that took so much has ended. */
  readonly settle: (taken: number, urgent: boolean, use: Use, now: number) => void;
  /** The service has refused: less from now on, until what it had accepted by then can be tried. */
  readonly lower: (now: number) => void;
  /** Another call that was under way was refused with it. */
  readonly refusedToo: (cost: number) => void;
  /** Nothing is used, and all that is published may be. */
  readonly isAsNew: (now: number) => boolean;
  readonly save: () => SavedWindow;
  readonly restore: (saved: SavedWindow, now: number) => void;
  /** Counts as if all of it had been used just now. */
  readonly fill: (now: number) => void;
}

/** What a call has used in the end. */
export interface Use {
  /** 0: it was not done. */
  readonly cost: number;
  /** When the service has counted it at the latest. It is free again one span later. */
  readonly countedBy: number;
}

/** A window as it is kept between two lives of a process. */
export interface SavedWindow {
  readonly ceiling: SavedCeiling;
  readonly used: readonly SavedUse[];
  /** Taken, with the answer still out. */
  readonly out: number;
}

/** A used part: when it is free again, how much it is, and whether it was an urgent call's; most were not. */
interface SavedUse {
  readonly freeAt: number;
  readonly cost: number;
  readonly urgent?: boolean | undefined;
}

interface Used {
  readonly freeAt: number;
  cost: number;
  readonly urgent: boolean;
}

/** Parts of a span that are not told apart: what is used within one is free again together. */
const GRAINS = 1000;

/**
 * A window that is anchored on answers. Requests reach the service some time between sending and answer, so each is counted
 * from before it is sent until one span after its answer: whatever window the service keeps, it sees no more than the limit.
 * @param span milliseconds
 * @param published what may be used in a span
 * @param least what one call costs at most
 * @param reserve what only urgent calls may use; it grows with what they do use
 */
export function createWindow(span: number, published: number, least: number, reserve: number): Window {
  const grain = span / GRAINS;
  const ceiling = createCeiling(span, published, least);
  /** In the order in which they are free again, from `first` on. */
  let used: Used[] = [];
  let first = 0;
  let sum = 0;
  let urgentSum = 0;
  let out = 0;
  let urgentOut = 0;
  /** The most that urgent calls used in one span of late. */
  let urgentPeak = 0;
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
    if (first > GRAINS) {
      used = used.slice(first);
      first = 0;
    }
    if (first === used.length && out === 0) urgentPeak = 0;
  }

  /** How much must be free again before such a call fits: of all that is used, and of what is not urgent calls'. */
  function missing(cost: number, urgent: boolean): { readonly ofAll: number; readonly ofOthers: number } {
    // With nothing used there is nothing to wait for, however much it costs.
    if (sum + out === 0) return { ofAll: 0, ofOthers: 0 };
    const limit = ceiling.limit();
    const ofAll = sum + out + cost - limit;
    if (urgent) return { ofAll, ofOthers: 0 };
    const wanted = Math.max((reserve * limit) / published, urgentPeak);
    const kept = Math.max(0, Math.min(wanted, limit / 2, limit - cost));
    return { ofAll, ofOthers: sum - urgentSum + out - urgentOut + cost - (limit - kept) };
  }

  function hasRoom(cost: number, urgent: boolean): boolean {
    const { ofAll, ofOthers } = missing(cost, urgent);
    return ofAll <= 0 && ofOthers <= 0;
  }

  function fits(cost: number, urgent: boolean, now: number): boolean {
    forget(now);
    if (!hasRoom(cost, urgent)) ceiling.raise(now);
    // Trying costs at most one refusal.
    if (out > 0 && sum + out + cost > ceiling.proven()) return false;
    return hasRoom(cost, urgent);
  }

  function add(part: Used): void {
    let place = used.length;
    while (place > first && (used[place - 1]?.freeAt ?? 0) > part.freeAt) place--;
    const before = place > first ? used[place - 1] : undefined;
    if (before?.freeAt === part.freeAt && before.urgent === part.urgent) before.cost += part.cost;
    else used.splice(place, 0, part);
    sum += part.cost;
    if (part.urgent) urgentSum += part.cost;
  }

  return {
    suspicion(cost, now) {
      forget(now);
      const isTrying = ceiling.limit() > ceiling.proven() && sum + out + cost > ceiling.proven();
      return (sum + out) / ceiling.limit() + (isTrying ? 1 : 0);
    },
    fits,
    freeAt(cost, urgent, now) {
      if (fits(cost, urgent, now)) return now;
      let { ofAll, ofOthers } = missing(cost, urgent);
      if (ofAll <= 0 && ofOthers <= 0) return undefined;
      for (const part of used.slice(first)) {
        ofAll -= part.cost;
        if (!part.urgent) ofOthers -= part.cost;
        if (ofAll <= 0 && ofOthers <= 0) return part.freeAt;
      }
      return out > 0 ? undefined : used.at(-1)?.freeAt;
    },
    take(cost, urgent) {
      out += cost;
      if (!urgent) return;
      urgentOut += cost;
      urgentPeak = Math.max(urgentPeak, urgentSum + urgentOut);
    },
    settle(taken, urgent, { cost, countedBy }, now) {
      forget(now);
      out -= taken;
      if (urgent) urgentOut -= taken;
      if (cost === 0) return;
      add({ freeAt: Math.ceil((countedBy + span) / grain) * grain, cost, urgent });
      ceiling.accepted(sum);
    },
    lower: (now) => ceiling.refused(sum + out, now),
    refusedToo: ceiling.refusedToo,
    isAsNew(now) {
      forget(now);
      return sum + out === 0 && !ceiling.isLowered(now);
    },
    save: () => ({
      ceiling: ceiling.save(),
      used: used.slice(first).map(({ freeAt, cost, urgent }) => ({ freeAt, cost, urgent: urgent || undefined })),
      out,
    }),
    restore(saved, now) {
      ceiling.restore(saved.ceiling, now);
      for (const { freeAt, cost, urgent = false } of saved.used) {
        add({ freeAt: Math.min(freeAt, now + span), cost, urgent });
      }
      // What was out may have arrived at any time up to now.
      if (saved.out > 0) add({ freeAt: now + span, cost: saved.out, urgent: false });
      forget(now);
    },
    fill(now) {
      add({ freeAt: now + span, cost: ceiling.limit(), urgent: false });
    },
  };
}
