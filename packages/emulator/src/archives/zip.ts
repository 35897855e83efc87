import { crc32, deflateRawSync } from "node:zlib";

/** A file that goes into an archive. */
export interface ArchivedFile {
  /** With slashes between folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** 1 January 1980, 00:00: an archive of the same files is the same. */
const DATE = 0x0021;

/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;

/** Packs files into a zip archive (PKWARE's APPNOTE, 4.3). */
export function zip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const common = numbers([
      ...[half(20), half(FLAGS), half(DEFLATED), half(0), half(DATE)],
      ...[whole(crc32(content)), whole(packed.length), whole(content.length), half(path.length), half(0)],
    ]);
    const local = Buffer.concat([signature(0x04034b50), common, path, packed]);
    const attributes = [half(0), half(0), half(0), whole(0), whole(offset)];
    directory.push(signature(0x02014b50), numbers([half(20)]), common, numbers(attributes), path);
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = half(files.length);
  const end = numbers([half(0), half(0), count, count, whole(size), whole(offset), half(0)]);
  return new Uint8Array(Buffer.concat([...parts, ...directory, signature(0x06054b50), end]));
}

interface Field {
  readonly value: number;
  readonly bytes: 2 | 4;
}

const half = (value: number): Field => ({ value, bytes: 2 });
const whole = (value: number): Field => ({ value, bytes: 4 });
const signature = (value: number) => numbers([whole(value)]);

/** Numbers one after the other, the least byte of each first. */
function numbers(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(({ value, bytes }) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
