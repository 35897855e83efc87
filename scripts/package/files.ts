import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";

/** All files in a folder and further inside, named from there. */
export function filesIn(folder: string, leaveOut: (name: string) => boolean = () => false): ArchivedFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !leaveOut(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [{ name: entry.name, content: readFileSync(path) }];
      return under(entry.name, filesIn(path, leaveOut));
    });
}

/** The same files, one folder further in. */
export function under(folder: string, files: readonly ArchivedFile[]): ArchivedFile[] {
  return files.map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
}
