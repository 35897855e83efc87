import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface SourceFile {
  /** Path from the project's root. */
  readonly path: string;
  readonly text: string;
}

/** Reads the project's TypeScript and JavaScript files, with changes that are not committed yet. */
export function readSourceFiles(): readonly SourceFile[] {
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return list
    .split("\n")
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && existsSync(`${ROOT}${path}`))
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, "utf8") }));
}
