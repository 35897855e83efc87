import { gzipSync } from "node:zlib";
import type { ArchivedFile } from "./zip.ts";

const BLOCK_SIZE = 512;

/** Creates a compressed tar archive (POSIX ustar). Names can have at most 100 bytes. */
export function tarGz(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, content }) => [createHeader(name, content.length), padToBlock(content)]);
  return new Uint8Array(gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_SIZE)])));
}

function padToBlock(content: Uint8Array): Buffer {
  const block = Buffer.alloc(Math.ceil(content.length / BLOCK_SIZE) * BLOCK_SIZE);
  block.set(content);
  return block;
}

function createHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK_SIZE);
  const writeOctal = (value: number, at: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  block.write(name, 0, 100);
  writeOctal(0o644, 100, 7);
  writeOctal(0, 108, 7);
  writeOctal(0, 116, 7);
  writeOctal(size, 124, 11);
  writeOctal(0, 136, 11);
  // The checksum is computed with spaces in its own field.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
