import { spawnSync } from "node:child_process";

export interface ProgramResult {
  readonly status: number | null;
  readonly output: string;
  readonly errorOutput: string;
}

/** Working folder of a program, and additional environment variables. */
export interface ProgramContext {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its result, even if it fails. */
export function tryProgram(
  { folder, environment }: ProgramContext,
  command: string,
  ...args: readonly string[]
): ProgramResult {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { status, output: stdout ?? "", errorOutput: error?.message ?? stderr };
}

/**
 * Runs a program.
 * @returns its standard output
 * @throws Error with its standard error, or else its standard output, if it fails
 */
export function runProgram(context: ProgramContext, command: string, ...args: readonly string[]): string {
  const { status, output, errorOutput } = tryProgram(context, command, ...args);
  if (status === 0) return output;
  const commandLine = args.map((argument) => argument.split("\n", 1)[0]).join(" ");
  throw new Error(`${command} ${commandLine} failed (${status}): ${errorOutput.trim() || output.trim()}`);
}
