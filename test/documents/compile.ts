import { execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./blocks.ts";

const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const DIAGNOSTIC = /^(.+?)\((\d+),\d+\): error (TS\d+): (.*(?:\n .*)*)/gm;

/** Codes for unused imports, which are expected because fragments import everything whose name they mention. */
const UNUSED = new Set(["TS6133", "TS6192", "TS6196", "TS6198"]);

/**
 * Compiles all modules of a folder.
 * @returns the compiler's errors by path
 */
export async function compile(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const output = await new Promise<string>((resolve, reject) => {
    const args = [TSC, "-p", ".", "--pretty", "false"];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error !== null && stdout === "") reject(new Error(`The compiler did not run: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
  const diagnostics = [...output.matchAll(DIAGNOSTIC)];
  if (output !== "" && diagnostics.length === 0) throw new Error(`The compiler failed: ${output}`);
  const problems = new Map<string, string[]>();
  for (const [, file = "", line, code = "", message] of diagnostics) {
    if (line === "1" && UNUSED.has(code)) continue;
    const path = join(folder, file);
    problems.set(path, [...(problems.get(path) ?? []), `line ${line}: ${message} (${code})`]);
  }
  return problems;
}
