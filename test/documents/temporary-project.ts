import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./blocks.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** A temporary project inside the workspace, so that it can import the workspace's packages. */
export interface TemporaryProject {
  readonly path: string;
  readonly write: (file: string, content: string) => void;
  readonly remove: () => void;
}

/** @param documentFolders folders of the project from which relative paths also resolve to the repository's root */
export function createTemporaryProject(documentFolders: readonly string[]): TemporaryProject {
  // This folder is ignored by git, the formatter and the workspace's compiler.
  mkdirSync(join(HERE, ".output"), { recursive: true });
  const path = mkdtempSync(join(HERE, ".output", "blocks-"));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  };
  write("package.json", JSON.stringify({ type: "module" }));
  const compilerOptions = {
    types: ["node"],
    rootDirs: [ROOT, ...documentFolders.map((documentFolder) => join(path, documentFolder))],
    // Readers' projects are as strict as this one except for this option.
    noPropertyAccessFromIndexSignature: false,
  };
  const include = ["ts", "mts", "tsx", "js", "mjs", "jsx"].map((extension) => `**/*.${extension}`);
  write("tsconfig.json", JSON.stringify({ extends: "../../../../tsconfig.json", compilerOptions, include }));
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
