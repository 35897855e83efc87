import { paceRows } from "./pace-rows.ts";
import { type Result, rowsResult } from "./result.ts";

/**
 * All that can be measured, by name. A case throws only where the measuring itself fails. Each loads what it needs when it
 * runs, so that no other pays for it.
 */
export const CASES: Readonly<Record<string, () => Promise<Result>>> = {
  types: async () => rowsResult(await (await import("./types.ts")).measureTypes()),
  size: async () => rowsResult(await (await import("./size.ts")).measureSize()),
  emulator: async () => (await import("./emulator/emulator.ts")).measureEmulator(),
  client: async () => (await import("./client/client.ts")).measureClient(),
  action: async () => (await import("./action/action.ts")).measureAction(),
  extension: async () => (await import("./extension/extension.ts")).measureExtension(),
  deliveries: async () => (await import("./deliveries/deliveries.ts")).measureDeliveries(),
  pace: async () => {
    const { measurePace } = await import("./pace/pace.ts");
    const json = await measurePace();
    return { rows: paceRows(json), json };
  },
};
