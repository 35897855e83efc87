import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf } from "./read-json.ts";
import { runProgram } from "./run-program.ts";

/** Runs the project's pinned package manager. */
export function runPnpm(folder: string, ...args: readonly string[]): string {
  const packageManager = fieldsOf(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).text(
    "packageManager",
  );
  // Set-up has cached it, so this needs no network.
  return runProgram({ folder }, "npx", "-y", "--prefer-offline", packageManager, ...args);
}
