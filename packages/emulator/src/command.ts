import { startEmulator } from "./emulator.ts";
import { type Flags, HELP, readFlags } from "./flags.ts";

/** Runs the command. @param args what follows its name */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) process.stdout.write(HELP);
    else await run(flags);
  } catch (error) {
    process.stderr.write(`forgehand-emulator: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}

async function run({ log, ...flags }: Flags): Promise<void> {
  const emulator = await startEmulator({
    ...flags,
    ...(log === "requests" ? { log: (line: string) => process.stderr.write(`${line}\n`) } : {}),
  });
  const { apiUrl, webUrl, tokens } = emulator;
  process.stdout.write(
    `${JSON.stringify({ apiUrl, webUrl, dialect: flags.dialect, edition: flags.edition, tokens })}\n`,
  );

  const parent = process.ppid;
  const stop = () => {
    clearInterval(watch);
    void emulator.stop().then(() => process.exit(0));
  };
  // Whoever started it may be killed without a word: an orphan would keep the port.
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    process.stderr.write("forgehand-emulator: whoever started this is gone, so it stops.\n");
    stop();
  }, 500);
  process.once("SIGTERM", stop).once("SIGINT", stop);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const port = "port" in error ? error.port : undefined;
  if (code === "EADDRINUSE") return `Port ${port} is taken. Choose another with --port, or 0 for any free one.`;
  if (code === "EACCES") return `Port ${port} may not be used. Choose one above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "--host is no address of this machine.";
  return error.message;
}
