import type { RateReading } from "../answer/rate-limit.ts";
import { portion, type Share } from "./limits.ts";

/** The service's primary limits, as its answers tell of them: so many calls an hour, per resource. */
export interface PrimaryLimits {
  readonly fits: (resource: string, urgent: boolean, now: number) => boolean;
  /** When everything is there again; undefined where nothing is known. */
  readonly resetOf: (resource: string, now: number) => number | undefined;
  readonly take: (resource: string, now: number) => void;
  /** An answer is there, or will never come. `isFree`: it did not count. */
  readonly settle: (resource: string, isFree: boolean) => void;
  readonly learn: (rate: RateReading, now: number) => void;
  /** The service has refused: nothing is left until then. */
  readonly spend: (resource: string, until: number) => void;
  readonly isAsNew: (now: number) => boolean;
  readonly save: () => SavedPrimary[];
  readonly restore: (saved: readonly SavedPrimary[], now: number) => void;
}

/** A primary limit as it is kept between two lives of a process. */
export interface SavedPrimary {
  readonly resource: string;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly reset: number;
  /** The same in seconds by the service's clock: what one hour is told from the next by. */
  readonly epoch: number;
  /** Calls of this process that count on it since the last reset. */
  readonly own: number;
}

/** Two answers that tell of one reset may differ by so many seconds: not all of a service's machines round alike. */
const SAME_EPOCH = 5;
/** Resets are told in whole seconds, rounded in whatever way: so many milliseconds later it has come for certain. */
const ROUNDING = 1000;
/** The part of a limit that only urgent calls may use. */
const RESERVED = 0.04;
/** No limit lasts longer: a clock that was wrong when it was kept must not stop everything. */
const HOUR = 3_600_000;

type State = { -readonly [Name in keyof SavedPrimary]: SavedPrimary[Name] };

export function createPrimaryLimits(share: Share): PrimaryLimits {
  const states = new Map<string, State>();
  const out = new Map<string, number>();
  const outOf = (resource: string) => out.get(resource) ?? 0;

  /** What is known of a resource; nothing once its reset has passed. */
  function known(resource: string, now: number): State | undefined {
    const state = states.get(resource);
    if (state && state.reset <= now) states.delete(resource);
    return states.get(resource);
  }

  return {
    fits(resource, urgent, now) {
      const state = known(resource, now);
      if (!state) return true;
      const reserve = urgent ? 0 : Math.floor((state.limit * RESERVED) / share.of);
      const mine = portion(state.limit, share.part, share.of) - state.own;
      // What is out may or may not be in the number that an answer told.
      return Math.min(state.remaining - outOf(resource), mine) > reserve;
    },
    resetOf: (resource, now) => known(resource, now)?.reset,
    take(resource, now) {
      out.set(resource, outOf(resource) + 1);
      const state = known(resource, now);
      if (state) state.own++;
    },
    settle(resource, isFree) {
      out.set(resource, Math.max(0, outOf(resource) - 1));
      const state = states.get(resource);
      if (isFree && state) state.own = Math.max(0, state.own - 1);
    },
    learn({ resource, limit, remaining, reset, epoch }, now) {
      const state = known(resource, now);
      const at = reset.getTime() + ROUNDING;
      const later = state ? epoch - state.epoch : Infinity;
      if (!state || later > SAME_EPOCH) {
        // This answer counts on it, and so may all that are out.
        states.set(resource, { resource, limit, remaining, reset: at, epoch, own: outOf(resource) + 1 });
      } else if (later >= -SAME_EPOCH) {
        // Answers overtake each other; within an hour the number only falls. None tells of the reset too early.
        state.remaining = Math.min(state.remaining, remaining);
        state.reset = Math.min(state.reset, at);
        state.limit = limit;
      }
    },
    spend(resource, until) {
      const { limit = 0, own = 0, epoch = 0 } = states.get(resource) ?? {};
      states.set(resource, { resource, limit, own, epoch, remaining: 0, reset: until + ROUNDING });
    },
    isAsNew: (now) => Array.from(states.keys()).every((resource) => !known(resource, now)),
    save: () => Array.from(states.values(), (state) => ({ ...state })),
    restore(saved, now) {
      for (const state of saved) {
        states.set(state.resource, { ...state, reset: Math.min(state.reset, now + HOUR) });
      }
    },
  };
}
