import { InvalidPackError } from "./invalid-pack-error.ts";

/** Returns the size that a delta's result has. */
export function deltaResultSize(delta: Buffer): number {
  return readSize(delta, readSize(delta, 0).next).value;
}

/**
 * Applies a delta, which copies parts of its base and inserts new bytes.
 * @throws InvalidPackError
 */
export function applyDelta(base: Uint8Array, delta: Buffer): Buffer {
  const source = readSize(delta, 0);
  const target = readSize(delta, source.next);
  if (source.value !== base.length) throw new InvalidPackError("failed to apply delta");
  const result = Buffer.alloc(target.value);
  let written = 0;
  for (let at = target.next; at < delta.length; ) {
    const instruction = delta[at++] ?? 0;
    let part: Uint8Array;
    if (instruction & 0x80) {
      let offset = 0;
      let size = 0;
      for (let index = 0; index < 4; index++) {
        if (instruction & (1 << index)) offset += (delta[at++] ?? 0) * 2 ** (8 * index);
      }
      for (let index = 0; index < 3; index++) {
        if (instruction & (0x10 << index)) size += (delta[at++] ?? 0) * 2 ** (8 * index);
      }
      part = base.subarray(offset, offset + (size || 0x10000));
      if (part.length !== (size || 0x10000)) throw new InvalidPackError("failed to apply delta");
    } else {
      part = delta.subarray(at, at + instruction);
      at += instruction;
      if (instruction === 0 || part.length !== instruction) throw new InvalidPackError("failed to apply delta");
    }
    if (written + part.length > result.length) throw new InvalidPackError("failed to apply delta");
    result.set(part, written);
    written += part.length;
  }
  if (written !== result.length) throw new InvalidPackError("failed to apply delta");
  return result;
}

/** Reads a number of seven bits per byte, the lowest first. */
function readSize(bytes: Buffer, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start, scale = 1; at < bytes.length; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at + 1 };
  }
  throw new InvalidPackError("failed to apply delta");
}
