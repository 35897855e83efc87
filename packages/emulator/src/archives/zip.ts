import { zipSync } from "fflate";

/** A file of an archive. */
export interface ArchivedFile {
  /** With slashes between folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** Local time, as zip archives have it: the first day that the format knows. */
const DATE = new Date(1980, 0, 1);

/** Packs files into a zip archive. The same files give the same bytes, whatever their order. */
export function zip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return zipSync(Object.fromEntries(sorted.map(({ name, content }) => [name, content])), { level: 9, mtime: DATE });
}
