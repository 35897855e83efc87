import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";
import { filesIn, under } from "./files.ts";

/** What the extension is built with and from, beside the whole of FOLDERS. */
const FILES = [
  "LICENSE",
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.json",
  // The lockfile is for all of them, and refuses to install less.
  "action/package.json",
  "docs/package.json",
  "packages/emulator/package.json",
  "packages/emulator/src/archives/zip.ts",
];

const FOLDERS = ["extension", "packages/core", "scripts"];

const LEFT_OUT = new Set(["node_modules", "dist"]);

/** What whoever reviews the extension builds it from: the sources, and README.md, which says how. */
export function sourcesOf(root: string): ArchivedFile[] {
  const leaveOut = (name: string) => LEFT_OUT.has(name) || name.startsWith(".") || name.includes(".test.");
  const read = (file: string) => readFileSync(join(root, file));
  return [
    { name: "README.md", content: read("extension/store/for-reviewers.md") },
    ...FILES.map((name) => ({ name, content: read(name) })),
    ...FOLDERS.flatMap((folder) => under(folder, filesIn(join(root, folder), leaveOut))),
  ];
}
