import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

export const COMMAND = fileURLToPath(new URL("../../packages/emulator/dist/cli.js", import.meta.url));

/** Compiled code of what tests start, which each process would compile again. */
export const COMPILE_CACHE = join(tmpdir(), "node-compile-cache");

const Ready = z.object({
  apiUrl: z.string(),
  webUrl: z.string(),
  dialect: z.string(),
  edition: z.string(),
  tokens: z.record(z.string(), z.string()),
});

/** The emulator as its users run it: the built command, in a process of its own. */
export interface EmulatorProcess extends z.output<typeof Ready> {
  /** Ends it, as a terminal does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** What a command that ended printed. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command. @throws Error with what it printed, where it ends instead of getting ready */
export function startEmulatorProcess(...flags: string[]): Promise<EmulatorProcess> {
  return startInstalled(COMMAND, ...flags);
}

/** The same with a command that lies somewhere else. */
export async function startInstalled(command: string, ...flags: string[]): Promise<EmulatorProcess> {
  const { child, ended } = run(command, flags);
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    ended.then(({ stderr }) => reject(new Error(`The emulator did not start: ${stderr.trim()}`)), reject);
  });
  return {
    ...z.parse(Ready, JSON.parse(line)),
    async stop() {
      child.kill("SIGTERM");
      return (await ended).exitCode;
    },
  };
}

/** Runs the command to its end. */
export async function runEmulatorCommand(...flags: string[]): Promise<CommandResult> {
  return run(COMMAND, flags).ended;
}

function run(command: string, flags: readonly string[]) {
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

/** Starts the command, and keeps what it prints. */
export function startEmulatorCommand(...flags: string[]) {
  return run(COMMAND, flags);
}
