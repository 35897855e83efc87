import type { AnyOperation } from "@forgehand/core/contract";
import type { Fault, StandingFault } from "../../public.ts";

/** A fault that happens to a call. */
export interface MetFault {
  readonly id: number;
  readonly fault: Fault;
  /** How often it has happened before. */
  readonly before: number;
}

/** The faults that stand, and which of them a call meets. */
export interface Faults {
  /** Is there one at all? */
  readonly any: boolean;
  /** @param operation the one that it names. @returns its number */
  add(fault: Fault, operation: AnyOperation | undefined): number;
  /**
   * Counts a call, once at each fault that it comes to: they are asked in turn, and what comes after the one that happens
   * doesn't hear of it.
   * @param operation undefined where none is at home
   * @param token the name of the call's token
   */
  meet(operation: AnyOperation | undefined, token: string | null | undefined): MetFault | undefined;
  list(): StandingFault[];
  /** @throws RangeError where there is none of that number */
  remove(id: number): void;
  clear(): void;
}

interface Standing {
  readonly id: number;
  readonly fault: Fault;
  readonly operation: AnyOperation | undefined;
  matched: number;
  happened: number;
}

export function createFaults(): Faults {
  let standing: Standing[] = [];
  let last = 0;
  return {
    get any() {
      return standing.length > 0;
    },
    add(fault, operation) {
      last++;
      standing.push({ id: last, fault: { ...fault }, operation, matched: 0, happened: 0 });
      return last;
    },
    meet(operation, token) {
      for (const one of standing) {
        const { id, fault } = one;
        if (one.operation !== undefined && one.operation !== operation) continue;
        if (fault.token !== undefined && fault.token !== token) continue;
        one.matched++;
        if (!isDue(one)) continue;
        one.happened++;
        return { id, fault, before: one.happened - 1 };
      }
      return undefined;
    },
    list: () => standing.map(({ id, fault, matched, happened }) => ({ ...fault, id, matched, happened })),
    remove(id) {
      if (!standing.some((one) => one.id === id)) throw new RangeError(`There is no fault ${id}.`);
      standing = standing.filter((one) => one.id !== id);
    },
    clear: () => {
      standing = [];
    },
  };
}

function isDue({ fault, matched, happened }: Standing): boolean {
  const { after = 0, times = Number.POSITIVE_INFINITY, rate = 1, seed = 1 } = fault;
  return matched > after && happened < times && chance(seed, matched) < rate;
}

/** A number from 0 to 1 (exclusive) that seed and count alone decide. */
function chance(seed: number, count: number): number {
  return mixed(mixed(seed) + count) / 2 ** 32;
}

/** Each bit of a number spread over all 32 (the mixing step of the generator SplitMix32). */
function mixed(number: number): number {
  let mix = Math.imul(number, 0x9e3779b9);
  mix = Math.imul(mix ^ (mix >>> 16), 0x21f0aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
}
