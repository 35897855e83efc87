import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";
import { prefixFiles, readFiles } from "./read-files.ts";

/** Files that the extension's build needs, in addition to SOURCE_FOLDERS. */
const SOURCE_FILES = [
  "LICENSE",
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.json",
  // A frozen install needs the manifests of all packages in the lockfile.
  "action/package.json",
  "docs/package.json",
  "packages/emulator/package.json",
  "packages/postgres/package.json",
  "packages/redis/package.json",
  "packages/emulator/src/archives/zip.ts",
];

const SOURCE_FOLDERS = ["extension", "packages/core", "scripts"];

const EXCLUDED = new Set(["node_modules", "dist"]);

/**
 * Reads the source package for store reviewers: everything needed to build the extension, with build instructions as
 * README.md.
 */
export function readSources(root: string): ArchivedFile[] {
  const isExcluded = (name: string) => EXCLUDED.has(name) || name.startsWith(".") || name.includes(".test.");
  const read = (file: string) => readFileSync(join(root, file));
  return [
    { name: "README.md", content: read("extension/store/for-reviewers.md") },
    ...SOURCE_FILES.map((name) => ({ name, content: read(name) })),
    ...SOURCE_FOLDERS.flatMap((folder) => prefixFiles(folder, readFiles(join(root, folder), isExcluded))),
  ];
}
