/** A body that is being read. */
export interface ResponseBuffer {
  /** Appends a chunk; returns false if the body is too large. */
  readonly add: (chunk: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
  readonly text: () => string;
}

/** Chunks below the minimum are collected in blocks, in bytes. */
const MIN_CHUNK = 4096;
const BLOCK = 65_536;

/** Creates a buffer that takes little more memory than its body, even if that arrives in single bytes. */
export function createResponseBuffer(maxBytes: number): ResponseBuffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  let block = new Uint8Array();
  let used = 0;
  const closeBlock = () => {
    if (used > 0) parts.push(block.subarray(0, used));
    block = block.subarray(used);
    used = 0;
  };
  return {
    add(chunk) {
      length += chunk.length;
      if (length > maxBytes) return false;
      if (parts.length === 0 || chunk.length >= MIN_CHUNK) {
        closeBlock();
        parts.push(chunk);
        return true;
      }
      if (used + chunk.length > block.length) {
        closeBlock();
        block = new Uint8Array(BLOCK);
      }
      block.set(chunk, used);
      used += chunk.length;
      return true;
    },
    bytes() {
      closeBlock();
      const bytes = new Uint8Array(length);
      let offset = 0;
      for (const part of parts) {
        bytes.set(part, offset);
        offset += part.length;
      }
      return bytes;
    },
    text() {
      closeBlock();
      const decoder = new TextDecoder();
      // Decoding part by part is faster than all at once.
      return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    },
  };
}
