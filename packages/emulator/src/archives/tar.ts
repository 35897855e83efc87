import { gzipSync } from "node:zlib";
import { createTar } from "nanotar";
import type { ArchivedFile } from "./zip.ts";

/** Attributes of all files, so that the same files give the same bytes at any time. */
const ATTRIBUTES = { mode: "644", uid: 0, gid: 0, mtime: 0 };

/** Creates a compressed tar archive (POSIX ustar). Names can have at most 100 bytes. */
export function tarGz(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, content }) => ({ name, data: content }));
  return new Uint8Array(gzipSync(createTar(entries, { attrs: ATTRIBUTES })));
}
