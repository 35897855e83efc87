import { fileURLToPath, pathToFileURL } from "node:url";
import type { StartEmulator } from "./action-bench.ts";

const EMULATOR = fileURLToPath(new URL("../../../packages/emulator/dist/index.js", import.meta.url));

/** Imports `startEmulator` from the built package. */
export async function loadBuiltEmulator(): Promise<StartEmulator> {
  const { startEmulator }: typeof import("@forgehand/emulator") = await import(pathToFileURL(EMULATOR).href);
  return startEmulator;
}
