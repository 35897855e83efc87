import { styleText } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { startEmulator } from "./emulator.ts";
import { type Flags, HELP, readFlags } from "./flags.ts";
import { logLine } from "./http/log-line.ts";
import type { EmulatorOptions } from "./public.ts";

/** Runs the command. @param args what follows its name */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(HELP);
    else if (flags.version) process.stdout.write(`${manifest.version}\n`);
    else await run(flags);
  } catch (error) {
    process.stderr.write(`forgehand-emulator: ${explain(error).replaceAll(/\s*\n\s*/g, " ")}\n`);
    process.exitCode = 1;
  }
}

async function run({ help: _help, version: _version, log, ...options }: Flags): Promise<void> {
  const end = createEnd();
  try {
    const emulator = await startEmulator({ ...options, ...(log === "requests" ? { log: tell } : {}) });
    const { apiUrl, webUrl, tokens } = emulator;
    const { dialect, edition } = options;
    process.stdout.write(`${JSON.stringify({ apiUrl, webUrl, dialect, edition, tokens })}\n`);
    if (process.stderr.isTTY) process.stderr.write(`Ready: ${webUrl}/ shows what is running. Ctrl+C stops it.\n`);
    await end.told;
    await emulator.stop();
    process.exit(0);
  } finally {
    end.forget();
  }
}

/** Writes a line on standard error, in colours where that is a terminal that wants them (`NO_COLOR`). */
const tell: NonNullable<EmulatorOptions["log"]> = (_line, told) => {
  process.stderr.write(`${logLine(told, (style, text) => styleText(style, text, { stream: process.stderr }))}\n`);
};

/**
 * Waits for the end from the beginning: the first process of a container gets no signal that it doesn't wait for, and is
 * told to stop while it starts, too.
 */
function createEnd() {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  // Nobody reads what is written any longer: no reason to fall over.
  process.stderr.on("error", () => {});

  // Whoever started it may be killed without a word: an orphan would keep the port. What a system or a container begins
  // with (1, and 0 outside of a container) ends with everything, so that there is nobody to watch.
  const parent = process.ppid;
  const watch = parent > 1 ? setInterval(look, 500) : undefined;
  function look(): void {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.stderr.write("forgehand-emulator: whoever started this is gone, so it stops.\n");
    stop();
  }

  return {
    told,
    /** What didn't start waits for nothing. */
    forget() {
      clearInterval(watch);
      process.off("SIGTERM", stop).off("SIGINT", stop);
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const port = "port" in error ? error.port : undefined;
  if (code === "EADDRINUSE") return `Port ${port} is taken. Choose another with --port, or 0 for any free one.`;
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} may not be used. Choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "--host is no address of this machine.";
  return error.message;
}
