import { styleText } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { startEmulator } from "./emulator.ts";
import { type Flags, HELP, readFlags } from "./flags.ts";
import { logLine } from "./http/log-line.ts";
import type { EmulatorOptions } from "./public.ts";

/**
 * Runs the command.
 * @param args the arguments after the command's name
 */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(HELP);
    else if (flags.version) process.stdout.write(`${manifest.version}\n`);
    else await run(flags);
  } catch (error) {
    process.stderr.write(`forgehand-emulator: ${explainError(error).replaceAll(/\s*\n\s*/g, " ")}\n`);
    process.exitCode = 1;
  }
}

async function run({ help: _help, version: _version, detached, log, ...options }: Flags): Promise<void> {
  const stopSignal = createStopSignal(detached);
  try {
    const emulator = await startEmulator({ ...options, ...(log === "requests" ? { log: writeLogLine } : {}) });
    const { apiUrl, webUrl, startUrl, certificateFile, tokens, apps, controlToken } = emulator;
    const { dialect, edition } = options;
    const ready = { apiUrl, webUrl, startUrl, certificateFile, dialect, edition, tokens, apps, controlToken };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    if (process.stderr.isTTY) process.stderr.write(`Ready: open ${startUrl} in a browser. Press Ctrl+C to stop.\n`);
    await stopSignal.received;
    await emulator.stop();
    process.exit(0);
  } finally {
    stopSignal.forget();
  }
}

/** Writes a log line to standard error, with colors if that is a terminal and `NO_COLOR` is not set. */
const writeLogLine: NonNullable<EmulatorOptions["log"]> = (_line, received) => {
  process.stderr.write(`${logLine(received, (style, text) => styleText(style, text, { stream: process.stderr }))}\n`);
};

/**
 * Listens for stop signals from the start. As process 1 of a container, the emulator only receives signals that it
 * handles, and it can be stopped while it is still starting.
 * @param isDetached whether it keeps running when the parent process ends
 */
function createStopSignal(isDetached: boolean) {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  // A closed standard error must not crash the process.
  process.stderr.on("error", () => {});

  // The parent process can be killed without notice, and an orphan would keep the port. Parents 0 and 1 (a container's
  // or system's init process) end together with everything else and need no watching.
  const parent = process.ppid;
  const parentTimer = parent > 1 && !isDetached ? setInterval(checkParent, 500) : undefined;
  function checkParent(): void {
    if (process.ppid === parent) return;
    clearInterval(parentTimer);
    process.stderr.write("forgehand-emulator: Stopping because the parent process has ended.\n");
    stop();
  }

  return {
    received,
    /** Removes the listeners if the start failed. */
    forget() {
      clearInterval(parentTimer);
      process.off("SIGTERM", stop).off("SIGINT", stop);
    },
  };
}

function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const port = "port" in error ? error.port : undefined;
  if (code === "EADDRINUSE") return `Port ${port} is in use. Choose another with --port, or 0 for any free one.`;
  if (code === "EACCES" && port !== undefined)
    return `No permission to use port ${port}. Choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "--host must be an address of this machine.";
  return error.message;
}
