import type { BenchPart } from "./harness.ts";
import type { BenchResult } from "./result.ts";

/**
 * All benchmark cases: their parts, by name. A case throws only if the measurement itself fails. Cases import their modules
 * lazily, so that they don't affect each other.
 */
export const CASES = {
  deliveries: async () => (await import("./deliveries.ts")).DELIVERIES,
  types: async () => [{ measure: (await import("./types.ts")).measureTypes }],
  size: async () => [{ measure: (await import("./size.ts")).measureSize }],
  import: async () => [{ measure: (await import("./import.ts")).measureImport }],
  emulator: async () => (await import("./emulator/emulator.ts")).EMULATOR,
  client: async () => (await import("./client/client.ts")).CLIENT,
  action: async () => (await import("./action/action.ts")).ACTION,
  extension: async () => (await import("./extension/extension.ts")).EXTENSION,
  pace: async () => [{ measure: (await import("./pace/pace.ts")).measurePace }],
  scale: async () => (await import("./scale/scale.ts")).SCALE,
  simulation: async () => (await import("./simulation/simulation.ts")).SIMULATION,
} as const satisfies Readonly<Record<string, () => Promise<readonly BenchPart[]>>>;

export type CaseName = keyof typeof CASES;

export function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(CASES, name);
}

export const CASE_NAMES = Object.keys(CASES).filter(isCaseName);

/** Result of a case, and how long it took to measure. */
export interface CaseResult extends BenchResult {
  readonly name: CaseName;
  readonly milliseconds: number;
}
