import { crc32, deflateRawSync } from "node:zlib";

/** A file that goes into a package. */
export interface PackedFile {
  /** With slashes between folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** 1 January 1980, 00:00, the first day that archives know. */
const DATE = 0x0021;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** The version of the format (2.0) that this needs. */
const VERSION = 20;

/**
 * Packs files into a zip archive (PKWARE's APPNOTE, 4.3). The same files make the same bytes, whatever order they come in,
 * and whenever, wherever and by whomever they were written.
 */
export function zip(files: readonly PackedFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const common = Buffer.concat([
      ...[VERSION, FLAGS, DEFLATED, 0, DATE].map(half),
      ...[crc32(content), packed.length, content.length].map(whole),
      ...[path.length, 0].map(half),
    ]);
    const local = Buffer.concat([whole(0x04034b50), common, path, packed]);
    const attributes = [half(0), half(0), half(0), whole(0), whole(offset)];
    directory.push(whole(0x02014b50), half(VERSION), common, ...attributes, path);
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const counts = [0, 0, files.length, files.length].map(half);
  const end = Buffer.concat([whole(0x06054b50), ...counts, whole(listed.length), whole(offset), half(0)]);
  return Buffer.concat([...locals, listed, end]);
}

/** Two bytes, the lower one first. */
function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** Four bytes, the lowest one first. */
function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
