import type { Rate } from "../rate-limit.ts";
import { portion, type Share } from "./limits.ts";

/** The service's primary limits, as its answers tell of them: so many calls an hour, per resource. */
export interface PrimaryLimits {
  readonly fits: (resource: string, urgent: boolean, now: number) => boolean;
  /** The earliest moment at which it would fit; undefined where that depends on answers that are still out. */
  readonly freeAt: (resource: string, urgent: boolean, now: number) => number | undefined;
  readonly take: (resource: string, now: number) => void;
  /** An answer is there, or will never come. `isFree`: it did not count. */
  readonly settle: (resource: string, isFree: boolean) => void;
  readonly learn: (rate: Rate, now: number) => void;
  /** The service has refused: nothing is left until then. */
  readonly spend: (resource: string, until: number) => void;
  readonly isEmpty: (now: number) => boolean;
  readonly save: () => Record<string, SavedPrimary>;
  readonly restore: (saved: Readonly<Record<string, SavedPrimary>>) => void;
}

/** A primary limit as it is kept between two lives of a process. */
export interface SavedPrimary {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly reset: number;
  readonly own: number;
}

/** Two answers that tell of one reset may differ by so much: both sides round to seconds. */
const SAME_RESET = 10_000;
/** The part of a limit that only urgent calls may use. */
const RESERVED = 0.04;

interface State {
  limit: number;
  remaining: number;
  reset: number;
  /** Calls of this process that count on it since the last reset. */
  own: number;
}

export function createPrimaryLimits(share: Share): PrimaryLimits {
  const states = new Map<string, State>();
  const out = new Map<string, number>();

  /** What is known of a resource; nothing once its reset has passed. */
  function known(resource: string, now: number): State | undefined {
    const state = states.get(resource);
    if (state && state.reset <= now) states.delete(resource);
    return states.get(resource);
  }

  function left(resource: string, urgent: boolean, now: number): number {
    const state = known(resource, now);
    if (!state) return Infinity;
    const underWay = out.get(resource) ?? 0;
    const reserve = urgent ? 0 : Math.floor((state.limit * RESERVED) / share.of);
    // What is out may or may not be in the number that an answer told.
    const mine = portion(state.limit, share.part, share.of) - state.own;
    return Math.min(state.remaining - underWay, mine) - reserve;
  }

  return {
    fits: (resource, urgent, now) => left(resource, urgent, now) > 0,
    freeAt(resource, urgent, now) {
      if (left(resource, urgent, now) > 0) return now;
      return known(resource, now)?.reset;
    },
    take(resource, now) {
      out.set(resource, (out.get(resource) ?? 0) + 1);
      const state = known(resource, now);
      if (state) state.own++;
    },
    settle(resource, isFree) {
      out.set(resource, Math.max(0, (out.get(resource) ?? 0) - 1));
      const state = states.get(resource);
      if (isFree && state) state.own = Math.max(0, state.own - 1);
    },
    learn({ resource, limit, remaining, reset }, now) {
      const at = reset.getTime();
      const state = known(resource, now);
      if (!state || at > state.reset + SAME_RESET) {
        states.set(resource, { limit, remaining, reset: at, own: state ? 0 : (out.get(resource) ?? 0) + 1 });
      } else if (at > state.reset - SAME_RESET) {
        // Answers overtake each other; within an hour the number only falls.
        state.remaining = Math.min(state.remaining, remaining);
        state.reset = Math.max(state.reset, at);
        state.limit = limit;
      }
    },
    spend(resource, until) {
      const state = states.get(resource);
      states.set(resource, { limit: state?.limit ?? 0, own: state?.own ?? 0, remaining: 0, reset: until });
    },
    isEmpty: (now) => Array.from(states.keys()).every((resource) => !known(resource, now)),
    save: () => Object.fromEntries(Array.from(states, ([resource, state]) => [resource, { ...state }])),
    restore(saved) {
      for (const [resource, state] of Object.entries(saved)) states.set(resource, { ...state });
    },
  };
}
