import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

export const EMULATOR_COMMAND = fileURLToPath(new URL("../../packages/emulator/dist/cli.js", import.meta.url));

/** Compile cache shared by the processes that tests start. */
export const COMPILE_CACHE = join(tmpdir(), "node-compile-cache");

const ReadyLineSchema = z.object({
  apiUrl: z.string(),
  webUrl: z.string(),
  startUrl: z.string(),
  certificateFile: z.optional(z.string()),
  dialect: z.string(),
  edition: z.string(),
  tokens: z.record(z.string(), z.string()),
  apps: z.record(
    z.string(),
    z.object({
      slug: z.string(),
      id: z.int(),
      clientId: z.string(),
      bot: z.string(),
      installations: z.record(z.string(), z.int()),
    }),
  ),
  controlToken: z.string(),
});

/** The line that the command prints when it is ready. */
type ReadyLine = z.output<typeof ReadyLineSchema>;

/** The emulator as users run it: the built command in a separate process. */
export interface EmulatorProcess extends ReadyLine {
  /** Sends a request to the control API, at a path below `/_control`. */
  control(path: string, init?: { readonly method: string; readonly body?: string }): Promise<Response>;
  /**
   * Stops the process with SIGTERM.
   * @returns its exit code
   */
  stop(): Promise<number | null>;
}

/** Output of a command that ended. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts the built command and waits until the emulator is ready.
 * @throws Error with the process's standard error if the process ends before the emulator is ready
 */
export function startEmulatorProcess(...flags: string[]): Promise<EmulatorProcess> {
  return startEmulatorFrom(EMULATOR_COMMAND, ...flags);
}

/** Like {@link startEmulatorProcess}, for a command at another path, such as an installed package's. */
export async function startEmulatorFrom(command: string, ...flags: string[]): Promise<EmulatorProcess> {
  const { child, ended } = spawnCommand(command, flags);
  const failed = ended.then(({ stderr }) => {
    throw new Error(`The emulator did not start: ${stderr.trim()}`);
  });
  const ready = await Promise.race([readReadyLine(child), failed]);
  const headers = { authorization: `Bearer ${ready.controlToken}` };
  return {
    ...ready,
    control: (path, init) => fetch(`${ready.webUrl}/_control${path}`, { ...init, headers }),
    async stop() {
      child.kill("SIGTERM");
      return (await ended).exitCode;
    },
  };
}

/** Reads the line that a process prints when the emulator is ready. */
export async function readReadyLine({ stdout }: { readonly stdout: Readable }): Promise<ReadyLine> {
  const line = await new Promise<string>((resolve) => {
    let text = "";
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
  });
  return z.parse(ReadyLineSchema, JSON.parse(line));
}

/** Runs the command until it ends. */
export async function runEmulatorCommand(...flags: string[]): Promise<CommandResult> {
  return spawnCommand(EMULATOR_COMMAND, flags).ended;
}

function spawnCommand(command: string, flags: readonly string[]) {
  const child = spawn(process.execPath, [command, ...flags], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ exitCode, ...printed }));
  });
  return { child, printed, ended };
}

/** Starts the command without waiting until it is ready; collects its output. */
export function spawnEmulator(...flags: string[]) {
  return spawnCommand(EMULATOR_COMMAND, flags);
}
