import type { Order } from "./order.ts";
import { paceRows } from "./pace-rows.ts";
import { type Result, rowsResult } from "./result.ts";

/**
 * All that can be measured, by name. A case throws only where the measuring itself fails. Each loads what it needs when it
 * runs, so that no other pays for it.
 */
export const CASES = {
  // Measured in this very process, and so before anything else has left something behind in it.
  deliveries: async (order) => (await import("./deliveries/deliveries.ts")).measureDeliveries(order),
  types: async (order) => rowsResult(await (await import("./types.ts")).measureTypes(order)),
  size: async () => rowsResult(await (await import("./size.ts")).measureSize()),
  emulator: async (order) => (await import("./emulator/emulator.ts")).measureEmulator(order),
  client: async (order) => (await import("./client/client.ts")).measureClient(order),
  action: async (order) => (await import("./action/action.ts")).measureAction(order),
  extension: async (order) => (await import("./extension/extension.ts")).measureExtension(order),
  pace: async (order) => {
    const { measurePace } = await import("./pace/pace.ts");
    const json = await measurePace(order);
    return { rows: paceRows(json), json };
  },
} as const satisfies Readonly<Record<string, (order: Order) => Promise<Result>>>;

export type CaseName = keyof typeof CASES;

export function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(CASES, name);
}

export const CASE_NAMES = Object.keys(CASES).filter(isCaseName);

/** A case's result, and what measuring it took. */
export interface CaseResult extends Result {
  readonly name: CaseName;
  readonly milliseconds: number;
}
