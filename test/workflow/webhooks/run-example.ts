import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { dirname } from "node:path";

/** An example that runs in a separate process. */
export interface RunningExample {
  readonly url: string;
  /** Lines that it has printed so far. */
  readonly lines: () => readonly string[];
  readonly errors: () => readonly string[];
  readonly process: ChildProcess;
  /** Resolves with its exit code. */
  readonly exited: Promise<number | null>;
}

/** Runs an example that serves on the port `PORT`, and waits until it is reachable. */
export async function runExample(path: string, environment: Readonly<Record<string, string>>): Promise<RunningExample> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path], {
    cwd: dirname(path),
    env: { PATH: process.env["PATH"], PORT: String(port), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  const exited = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  const url = `http://localhost:${port}/webhooks`;
  while (!(await isReachable(url))) {
    if (child.exitCode !== null) throw new Error(`The example ended: ${printed.out}${printed.err}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
  return { url, lines: () => linesOf(printed.out), errors: () => linesOf(printed.err), process: child, exited };
}

const isReachable = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen on a port.");
  server.close();
  await once(server, "close");
  return address.port;
}
