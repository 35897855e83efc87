// Builds the documentation site into docs/.vitepress/dist. `--serve` serves it afterwards.
import { spawnSync } from "node:child_process";
import { assemblePages, writeReferenceMenu } from "./site/pages.ts";
import { DOCS } from "./site/paths.ts";

/**
 * Runs a documentation tool, which prints its own errors.
 * @throws Error if it fails
 */
function run(tool: string, ...args: string[]): void {
  const { status, error } = spawnSync(`${DOCS}node_modules/.bin/${tool}`, args, { cwd: DOCS, stdio: "inherit" });
  if (status !== 0) throw new Error(`${tool} failed${error ? `: ${error.message}` : ""}`);
}

try {
  assemblePages();
  run("typedoc");
  writeReferenceMenu();
  run("vitepress", "build");
  if (process.argv.includes("--serve")) run("vitepress", "preview");
} catch (error) {
  process.stderr.write(`site: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
