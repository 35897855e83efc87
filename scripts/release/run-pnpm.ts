import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "./read-json.ts";
import { runProgram } from "./run-program.ts";

/** Runs the project's pinned package manager. */
export function runPnpm(folder: string, ...args: readonly string[]): string {
  const { packageManager } = parseJson(readFileSync(join(folder, "package.json"), "utf8"), { packageManager: "" });
  // Set-up has cached it, so this needs no network.
  return runProgram({ folder }, "npx", "-y", "--prefer-offline", packageManager, ...args);
}
