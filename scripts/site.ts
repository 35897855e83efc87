// Builds the documents as a site: docs/.vitepress/dist. With --serve it is shown afterwards.
import { spawnSync } from "node:child_process";
import { assemblePages, listReference } from "./site/pages.ts";
import { DOCS } from "./site/places.ts";

/** Runs a tool of the documents' own. @throws Error where it fails: it has said why */
function run(tool: string, ...args: string[]): void {
  const { status, error } = spawnSync(`${DOCS}node_modules/.bin/${tool}`, args, { cwd: DOCS, stdio: "inherit" });
  if (status !== 0) throw new Error(`${tool} failed${error ? `: ${error.message}` : ""}`);
}

try {
  assemblePages();
  run("typedoc");
  listReference();
  run("vitepress", "build");
  if (process.argv.includes("--serve")) run("vitepress", "preview");
} catch (error) {
  process.stderr.write(`site: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
