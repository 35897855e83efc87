import { zipSync } from "fflate";

export interface ArchivedFile {
  /** Path with slashes. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** Local time, as zip archives have it: the first day that the format knows. */
const DATE = new Date(1980, 0, 1);

/** Packs files into a zip archive, in the given order. The same files give the same bytes at any time. */
export function zip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(files.map(({ name, content }) => [name, content])), { level: 9, mtime: DATE });
}
