import { gzipSync } from "node:zlib";
import type { ArchivedFile } from "./zip.ts";

const BLOCK = 512;

/** Packs files into a compressed tar archive (POSIX ustar); names have at most 100 bytes. */
export function tarGz(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, content }) => [header(name, content.length), padded(content)]);
  return new Uint8Array(gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])));
}

function padded(content: Uint8Array): Buffer {
  const block = Buffer.alloc(Math.ceil(content.length / BLOCK) * BLOCK);
  block.set(content);
  return block;
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  block.write(name, 0, 100);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  // The sum is taken with its own place blank.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
