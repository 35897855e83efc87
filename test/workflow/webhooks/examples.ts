import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TSC = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/** A document's examples as files that run, in a folder of the workspace, so that they find its packages. */
export interface Examples {
  /** Their names, in the document's order. */
  readonly names: readonly string[];
  /** How many blocks have no name, and so are not looked at. */
  readonly unnamed: number;
  readonly path: (name: string) => string;
  readonly remove: () => void;
}

const BLOCK = /^```ts(?: title="([^"]+)")?\n(.*?)^```$/gms;

/** Writes a document's named blocks into files. @param packages what they import and the workspace doesn't have */
export function writeExamples(document: string, packages: Readonly<Record<string, string>> = {}): Examples {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(BLOCK)];
  // Left alone by git, the formatter and the compiler of everything else.
  mkdirSync(join(HERE, ".output"), { recursive: true });
  const folder = mkdtempSync(join(HERE, ".output", "examples-"));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  for (const [, name, code = ""] of blocks) if (name !== undefined) write(name, code);
  for (const [name, source] of Object.entries(packages)) {
    const reexport = `export * from ${JSON.stringify(join(HERE, source))};\n`;
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: "module", exports: "./index.js" }));
    write(`node_modules/${name}/index.js`, reexport);
    write(`node_modules/${name}/index.d.ts`, reexport);
  }
  write("package.json", JSON.stringify({ type: "module" }));
  const compilerOptions = { types: ["node"], noPropertyAccessFromIndexSignature: false };
  write(
    "tsconfig.json",
    JSON.stringify({ extends: "../../../../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  const names = blocks.flatMap(([, name]) => name ?? []);
  return {
    names,
    unnamed: blocks.length - names.length,
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What the compiler has against them; nothing, where nothing is wrong. */
export function compileExamples(examples: Examples): string {
  try {
    return execFileSync(process.execPath, [TSC, "-p", examples.path("tsconfig.json")], { encoding: "utf8" });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}

/** An example that runs, in a process of its own. */
export interface RunningExample {
  readonly url: string;
  /** What it printed so far. */
  readonly lines: () => readonly string[];
  readonly errors: () => readonly string[];
  readonly process: ChildProcess;
  /** Resolves with its exit code. */
  readonly exited: Promise<number | null>;
}

/** Runs an example that serves on the port `PORT`, and waits until it does. */
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
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`It ended: ${printed.out}${printed.err}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
  return { url, lines: () => linesOf(printed.out), errors: () => linesOf(printed.err), process: child, exited };
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port.");
  server.close();
  await once(server, "close");
  return address.port;
}
