import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Bench } from "../harness.ts";
import type { RunningProgram } from "../processes.ts";

const BUILT = fileURLToPath(new URL("../../../packages/emulator/dist/", import.meta.url));

/** The built command, and the built package's module. */
export const COMMAND = `${BUILT}cli.js`;
export const MODULE = `${BUILT}index.js`;

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });

/** The built emulator in a process of its own. */
export interface BenchEmulator extends RunningProgram {
  readonly apiUrl: string;
  /** Token of the user alice. */
  readonly token: string;
}

/** Runs Node with arguments that start an emulator. */
export async function startBenchEmulator({ startProgram }: Bench, args: readonly string[]): Promise<BenchEmulator> {
  if (!existsSync(COMMAND)) throw new Error("packages/emulator is not built; run npm run build");
  const program = await startProgram(args);
  const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
  return { ...program, apiUrl, token: tokens.alice };
}

/** Imports `startEmulator` from the built package. */
export async function loadBuiltEmulator() {
  const { startEmulator }: typeof import("@forgehand/emulator") = await import(MODULE);
  return startEmulator;
}

/** An entry for `--json`; all entries have the same main fields. */
export function jsonEntry(name: string, fields: object): object {
  return { case: name, ratio: null, rps: null, startMs: null, rssMb: null, ...fields };
}
