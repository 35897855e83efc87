import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE } from "../service/emulator-process.ts";

/** The built command. */
export const CLI = fileURLToPath(new URL("../../packages/cli/dist/cli.js", import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** Output of the command after it ended. */
export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built command without a terminal. */
export function startCli(
  folder: string,
  args: readonly string[],
  variables: Variables,
  input?: string,
): {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly done: Promise<CliResult>;
} {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  const done = new Promise<CliResult>((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ exitCode, ...printed }));
  });
  return { child, stderr: () => printed.stderr, done };
}

/** Runs the built command without a terminal. */
export function runCli(
  folder: string,
  args: readonly string[],
  variables: Variables,
  input?: string,
): Promise<CliResult> {
  return startCli(folder, args, variables, input).done;
}
