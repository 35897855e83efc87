import { fileURLToPath, pathToFileURL } from "node:url";
import type { Start } from "./world.ts";

const EMULATOR = fileURLToPath(new URL("../../../packages/emulator/dist/index.js", import.meta.url));

/** What starts the emulator that was built. */
export async function builtEmulator(): Promise<Start> {
  const { startEmulator }: typeof import("@forgehand/emulator") = await import(pathToFileURL(EMULATOR).href);
  return startEmulator;
}
