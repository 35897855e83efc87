import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";

/** Reads all files in a folder and its subfolders. Names are relative to the folder. */
export function readFiles(folder: string, isExcluded: (name: string) => boolean = () => false): ArchivedFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !isExcluded(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [{ name: entry.name, content: readFileSync(path) }];
      return prefixFiles(entry.name, readFiles(path, isExcluded));
    });
}

/** Prefixes the names of files with a folder. */
export function prefixFiles(folder: string, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
}
