import { zipSync } from "fflate";

export interface ArchivedFile {
  /** Path with slashes. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** The earliest date that a zip archive can store, in local time as the format requires. */
const DATE = new Date(1980, 0, 1);

/**
 * Packs files into a zip archive. The same files give the same bytes at any time.
 * @throws RangeError if a file is called `__proto__`, which the library can't store
 */
export function zip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  if (files.some(({ name }) => name === "__proto__")) throw new RangeError("A file's name must not be __proto__.");
  return zipSync(Object.fromEntries(files.map(({ name, content }) => [name, content])), { level: 9, mtime: DATE });
}
