import { type ChildProcess, spawn } from "node:child_process";
import { oneLine, Problem } from "../../../problem.ts";
import { Stopped } from "../../../run/ending/ending.ts";
import type { Environment } from "../../../settings/inputs.ts";

/** Bytes of a command's messages that are kept to be shown. */
const SHOWN = 64 * 1024;
/** Milliseconds from asking a command to end to ending it. */
const GRACE = 1500;
/** The same from its end to that of its output, which something that it has left running may hold open for ever. */
const DRAINING = 5000;

const IS_WINDOWS = process.platform === "win32";

/** What a command is run with. */
export interface CommandOptions {
  readonly environment: Environment;
  /** What it gets on its standard input; undefined: that is closed. */
  readonly input: Uint8Array | undefined;
  /** Bytes that it may print to its standard output; undefined: they are messages, of which the last are kept. */
  readonly most: number | undefined;
  readonly stopping: AbortSignal;
}

/** How a command ended. */
export interface CommandEnd {
  /** Undefined where it ended well; else how it ended, in words that go on from its name. */
  readonly failure: string | undefined;
  readonly output: Buffer;
  readonly messages: string;
}

/**
 * Runs a program without a shell, and waits for its end.
 * @throws Problem where it can't be run, or Stopped where the run ends
 */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  const [program = "", ...args] = command;
  const { environment, input, most, stopping } = options;
  if (stopping.aborted) throw new Stopped(false);
  const child = start(program, args, environment);
  const { stdin, stdout, stderr } = child;
  const output = lastBytes(most === undefined ? SHOWN : most + 1);
  const messages = lastBytes(SHOWN);
  return new Promise((resolve, reject) => {
    let draining: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(draining);
      stopping.removeEventListener("abort", stop);
    };
    const stop = () => {
      kill(child);
      // It has its grace, as nothing of it is to outlive the run; what holds its output open does not.
      const over = () => {
        end();
        reject(new Stopped(false));
      };
      child.once("exit", over);
      setTimeout(over, GRACE + 100);
    };
    stopping.addEventListener("abort", stop, { once: true });
    stdout.on("data", (part: Buffer) => {
      output.add(part);
      if (most !== undefined && output.total() > most) kill(child);
    });
    stderr.on("data", (part: Buffer) => messages.add(part));
    // A command need not read what it is given: that it closed its input is no failure of its own.
    stdin.on("error", () => undefined);
    stdin.end(input);
    child.on("error", (error) => {
      end();
      reject(new Problem(`The command ${program} could not be run: ${reasonOf(error)}`));
    });
    child.on("exit", () => {
      draining = setTimeout(() => {
        stdout.destroy();
        stderr.destroy();
      }, DRAINING);
    });
    child.on("close", (code, signal) => {
      end();
      const isTooMuch = most !== undefined && output.total() > most;
      const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
      // Of too much only the end is kept, and so nobody can tell what of its messages is a secret.
      const said = isTooMuch ? "" : messages.wholeLines().toString("utf8");
      const failure = isTooMuch ? "printed too much" : code === 0 ? undefined : `ended ${how}`;
      resolve({ failure, output: most === undefined ? output.wholeLines() : output.bytes(), messages: said });
    });
  });
}

function start(program: string, args: readonly string[], environment: Environment) {
  try {
    return spawn(program, args, {
      env: ownEnvironment(environment),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // A group of its own, so that what it starts itself ends with it.
      detached: !IS_WINDOWS,
    });
  } catch (error) {
    throw new Problem(`The command ${program} could not be run: ${reasonOf(error)}`);
  }
}

/** A command gets the step's variables, but not its inputs: the token is among them. */
function ownEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^INPUT_/i.test(name)));
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "there is no such program. Is it installed, and in PATH or named with its path?";
  if (code === "EACCES") return "it may not be executed. Is it a program, with the permission to be run (chmod +x)?";
  if (code === "EINVAL" && IS_WINDOWS) return 'a .cmd or .bat file needs its interpreter: ["cmd", "/c", "…"].';
  return oneLine(error instanceof Error ? error.message : String(error));
}

function kill(child: ChildProcess): void {
  signal(child, "SIGTERM");
  setTimeout(() => signal(child, "SIGKILL"), GRACE).unref();
}

function signal(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (IS_WINDOWS) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Keeps the last of what comes. */
function lastBytes(most: number) {
  let kept = Buffer.alloc(0);
  let total = 0;
  return {
    add(part: Buffer) {
      total += part.length;
      kept = Buffer.concat([kept, part]).subarray(-most);
    },
    total: () => total,
    bytes: () => kept,
    /** Half a line may hold half a secret, which no mask knows. */
    wholeLines() {
      if (total <= most) return kept;
      const end = kept.indexOf(0x0a);
      return kept.subarray(end === -1 ? kept.length : end + 1);
    },
  };
}
