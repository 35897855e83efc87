import { type ChildProcess, spawn } from "node:child_process";
import { CancelledError } from "../../../cancellation/cancellation.ts";
import type { Environment } from "../../../host.ts";
import { Problem, toOneLine } from "../../../problem.ts";

/** Maximum number of bytes of a command's messages in the log. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Lines at the start of a text that can continue an encoded one, such as base64; the last one can be short. */
const ENCODED_LINES = /^(?:[ \t]*[\w+/=\\-]{16,}[ \t]*\r?\n)*(?:[ \t]*[\w+/=\\-]+[ \t]*(?:\r?\n|$))?/;
/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_DELAY = 1500;
/**
 * Milliseconds to wait for the output to close after the command has exited: a process it left running may keep it open
 * forever.
 */
const DRAIN_TIMEOUT = 5000;

const IS_WINDOWS = process.platform === "win32";

export interface CommandOptions {
  /** All variables of the command. */
  readonly environment: Environment;
  /** Written to its standard input; undefined: standard input is empty. */
  readonly input: Uint8Array | undefined;
  /**
   * Maximum number of bytes on standard output; undefined: standard output contains messages, of which the last are
   * shown.
   */
  readonly maxOutput: number | undefined;
  readonly stopping: AbortSignal;
}

export interface CommandResult {
  /** Undefined on success; otherwise the rest of a sentence that begins with the command's name. */
  readonly failure: string | undefined;
  readonly output: Buffer;
  readonly messages: string;
}

/**
 * Runs a program without a shell and waits for it to end.
 * @throws Problem if it can't be run; CancelledError if the run is cancelled
 */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const [program = "", ...args] = command;
  const { environment, input, maxOutput, stopping } = options;
  if (stopping.aborted) throw new CancelledError(false);
  const child = spawnProgram(program, args, environment);
  const { stdin, stdout, stderr } = child;
  const output = lastBytes(maxOutput === undefined ? MAX_MESSAGE_BYTES : maxOutput + 1);
  const messages = lastBytes(MAX_MESSAGE_BYTES);
  return new Promise((resolve, reject) => {
    let drainTimer: NodeJS.Timeout | undefined;
    const cleanUp = () => {
      clearTimeout(drainTimer);
      stopping.removeEventListener("abort", cancel);
    };
    const cancel = () => {
      kill(child);
      // Waits until the process has exited, because it must not outlive the run, but not for other processes that keep
      // its output open.
      const rejectCancelled = () => {
        cleanUp();
        reject(new CancelledError(false));
      };
      child.once("exit", rejectCancelled);
      setTimeout(rejectCancelled, KILL_DELAY + 100);
    };
    stopping.addEventListener("abort", cancel, { once: true });
    stdout.on("data", (part: Buffer) => {
      output.add(part);
      if (maxOutput !== undefined && output.total() > maxOutput) kill(child);
    });
    stderr.on("data", (part: Buffer) => messages.add(part));
    // A command need not read its input: closing it early is not a failure.
    stdin.on("error", () => undefined);
    stdin.end(input);
    child.on("error", (error) => {
      cleanUp();
      reject(new Problem(`The command ${program} could not be run: ${reasonOf(error)}`));
    });
    child.on("exit", () => {
      drainTimer = setTimeout(() => {
        stdout.destroy();
        stderr.destroy();
      }, DRAIN_TIMEOUT);
    });
    child.on("close", (code, signal) => {
      cleanUp();
      const isOutputTooLong = maxOutput !== undefined && output.total() > maxOutput;
      const ending = signal === null ? `ended with exit code ${code}` : `was terminated by ${signal}`;
      // Only the end of a too long output is kept, so secrets in the messages can't be masked reliably.
      const visibleMessages = isOutputTooLong ? "" : messages.wholeLines().toString("utf8");
      const failure = isOutputTooLong
        ? `printed more than ${maxOutput.toLocaleString("en")} bytes`
        : code === 0
          ? undefined
          : `${ending}`;
      resolve({
        failure,
        output: maxOutput === undefined ? output.wholeLines() : output.bytes(),
        messages: visibleMessages,
      });
    });
  });
}

function spawnProgram(program: string, args: readonly string[], environment: Environment) {
  try {
    return spawn(program, args, {
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // Its own process group, so that its child processes end with it.
      detached: !IS_WINDOWS,
    });
  } catch (error) {
    throw new Problem(`The command ${program} could not be run: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "program not found. Check that it is installed, and in PATH or given with its path.";
  if (code === "EACCES") return "permission denied. Check that it is a program and executable (chmod +x).";
  if (code === "EINVAL" && IS_WINDOWS) return 'a .cmd or .bat file needs its interpreter: ["cmd", "/c", "…"].';
  return toOneLine(error instanceof Error ? error.message : String(error));
}

function kill(child: ChildProcess): void {
  signal(child, "SIGTERM");
  setTimeout(() => signal(child, "SIGKILL"), KILL_DELAY).unref();
}

function signal(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (IS_WINDOWS) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Keeps the last bytes of a stream. */
function lastBytes(maxBytes: number) {
  let tail = Buffer.alloc(0);
  let total = 0;
  return {
    add(part: Buffer) {
      total += part.length;
      tail = Buffer.concat([tail, part]).subarray(-maxBytes);
    },
    total: () => total,
    bytes: () => tail,
    /** Drops a truncated first line, and further lines of its encoding: part of a secret in them would not be masked. */
    wholeLines() {
      if (total <= maxBytes) return tail;
      const lineEnd = tail.indexOf(0x0a);
      const lines = tail.subarray(lineEnd === -1 ? tail.length : lineEnd + 1);
      const [encodedLines = ""] = ENCODED_LINES.exec(lines.toString("latin1")) ?? [];
      return lines.subarray(encodedLines.length);
    },
  };
}
