import type { CaseOptions } from "./case-options.ts";
import { paceRows } from "./pace-rows.ts";
import { type BenchResult, rowsResult } from "./result.ts";

/**
 * All benchmark cases, by name. A case throws only if the measurement itself fails. Cases import their modules lazily,
 * so that they don't affect each other.
 */
export const CASES = {
  deliveries: async (options) => (await import("./deliveries/deliveries.ts")).measureDeliveries(options),
  types: async (options) => rowsResult(await (await import("./types.ts")).measureTypes(options)),
  size: async () => rowsResult(await (await import("./size.ts")).measureSize()),
  import: async (options) => rowsResult(await (await import("./import.ts")).measureImport(options)),
  emulator: async (options) => (await import("./emulator/emulator.ts")).measureEmulator(options),
  client: async (options) => (await import("./client/client.ts")).measureClient(options),
  action: async (options) => (await import("./action/action.ts")).measureAction(options),
  extension: async (options) => (await import("./extension/extension.ts")).measureExtension(options),
  pace: async (options) => {
    const { measurePace } = await import("./pace/pace.ts");
    const json = await measurePace(options);
    return { rows: paceRows(json), json };
  },
} as const satisfies Readonly<Record<string, (options: CaseOptions) => Promise<BenchResult>>>;

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
