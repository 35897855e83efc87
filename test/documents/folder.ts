import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./blocks.ts";
import { STAND_INS } from "./given/stand-ins.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** A project in the workspace that goes again: it finds the workspace's packages. */
export interface Folder {
  readonly path: string;
  readonly write: (file: string, content: string) => void;
  readonly remove: () => void;
}

/** @param places folders in it from which files of this repository are found as if they lay in its root */
export function makeFolder(places: readonly string[]): Folder {
  // Left alone by git, the formatter and the compiler of everything else.
  mkdirSync(join(HERE, ".output"), { recursive: true });
  const path = mkdtempSync(join(HERE, ".output", "blocks-"));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  };
  write("package.json", JSON.stringify({ type: "module" }));
  const compilerOptions = {
    types: ["node"],
    rootDirs: [ROOT, ...places.map((place) => join(path, place))],
    // Readers' projects are as strict as this one, but for this.
    noPropertyAccessFromIndexSignature: false,
  };
  const include = ["ts", "mts", "tsx", "js", "mjs", "jsx"].map((ending) => `**/*.${ending}`);
  write("tsconfig.json", JSON.stringify({ extends: "../../../../tsconfig.json", compilerOptions, include }));
  for (const [name, source] of Object.entries(STAND_INS)) {
    const reexport = `export * from ${JSON.stringify(join(ROOT, source))};\n`;
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: "module", exports: "./index.js" }));
    write(`node_modules/${name}/index.js`, reexport);
    write(`node_modules/${name}/index.d.ts`, reexport);
  }
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
