import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

/** How a program ended. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly problem: string;
}

/** Where a program runs, and with what beside this process's own environment. */
export interface Place {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, whatever that is. */
export function tryProgram({ folder, environment }: Place, command: string, ...args: readonly string[]): Ended {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { status, output: stdout ?? "", problem: error?.message ?? stderr };
}

/** Runs a program. @returns what it printed @throws where it fails, with all that it said */
export function run(place: Place, command: string, ...args: readonly string[]): string {
  const { status, output, problem } = tryProgram(place, command, ...args);
  if (status === 0) return output;
  const told = args.map((argument) => argument.split("\n", 1)[0]).join(" ");
  throw new Error(`${command} ${told} failed (${status}): ${problem.trim() || output.trim()}`);
}

/** Runs the package manager that the project names. */
export function pnpm(folder: string, ...args: readonly string[]): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { packageManager } = z.object({ packageManager: z.string() }).parse(JSON.parse(text));
  // Set-up has fetched it: without a network nobody waits for one.
  return run({ folder }, "npx", "-y", "--prefer-offline", packageManager, ...args);
}
