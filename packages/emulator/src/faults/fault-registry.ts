import type { AnyOperation } from "@forgehand/core/contract";
import type { ActiveFault, Fault } from "../public.ts";

/** A fault that applies to a call. */
export interface TriggeredFault {
  readonly id: number;
  readonly fault: Fault;
  /** Number of times it was triggered before. */
  readonly previousCount: number;
}

/** The active faults. */
export interface FaultRegistry {
  /** Whether there are any faults. */
  readonly hasFaults: boolean;
  /**
   * Adds a fault.
   * @param operation the operation that it names
   * @returns its number
   */
  add(fault: Fault, operation: AnyOperation | undefined): number;
  /**
   * Returns the fault that applies to a call. Faults are checked in order and count the call if they match; faults
   * after the one that applies don't count it.
   * @param operation undefined for an unknown route
   * @param token the name of the call's token
   */
  match(operation: AnyOperation | undefined, token: string | null | undefined): TriggeredFault | undefined;
  list(): ActiveFault[];
  /**
   * Removes a fault.
   * @throws RangeError if no fault has that number
   */
  remove(id: number): void;
  clear(): void;
}

interface FaultEntry {
  readonly id: number;
  readonly fault: Fault;
  readonly operation: AnyOperation | undefined;
  matched: number;
  happened: number;
}

export function createFaultRegistry(): FaultRegistry {
  let entries: FaultEntry[] = [];
  let lastId = 0;
  return {
    get hasFaults() {
      return entries.length > 0;
    },
    add(fault, operation) {
      lastId++;
      entries.push({ id: lastId, fault: { ...fault }, operation, matched: 0, happened: 0 });
      return lastId;
    },
    match(operation, token) {
      for (const entry of entries) {
        const { id, fault } = entry;
        if (entry.operation !== undefined && entry.operation !== operation) continue;
        if (fault.token !== undefined && fault.token !== token) continue;
        entry.matched++;
        if (!isDue(entry)) continue;
        entry.happened++;
        return { id, fault, previousCount: entry.happened - 1 };
      }
      return undefined;
    },
    list: () => entries.map(({ id, fault, matched, happened }) => ({ ...fault, id, matched, happened })),
    remove(id) {
      if (!entries.some((entry) => entry.id === id)) throw new RangeError(`There is no fault ${id}.`);
      entries = entries.filter((entry) => entry.id !== id);
    },
    clear: () => {
      entries = [];
    },
  };
}

function isDue({ fault, matched, happened }: FaultEntry): boolean {
  const { after = 0, times = Number.POSITIVE_INFINITY, rate = 1, seed = 1 } = fault;
  return matched > after && happened < times && chance(seed, matched) < rate;
}

/** Returns a deterministic number from 0 to 1 (exclusive) for a seed and a count. */
function chance(seed: number, count: number): number {
  return mixBits(mixBits(seed) + count) / 2 ** 32;
}

/** Mixes the bits of a number (the mixing step of SplitMix32). */
function mixBits(number: number): number {
  let bits = Math.imul(number, 0x9e3779b9);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
