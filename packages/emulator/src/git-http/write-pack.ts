import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { findObject, type GitStore, type ObjectType } from "../state/git-store.ts";

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** Approximate size of the chunks. */
const CHUNK_BYTES = 64 * 1024;

/** Writes a pack of whole objects. Other calls are served between its chunks. */
export async function* writePack(store: GitStore, shas: readonly string[]): AsyncGenerator<Buffer> {
  const hash = createHash("sha1");
  const header = Buffer.alloc(12);
  header.write("PACK", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(shas.length, 8);
  let parts: Buffer[] = [header];
  let size = header.length;
  const takeChunk = () => {
    const chunk = Buffer.concat(parts);
    hash.update(chunk);
    parts = [];
    size = 0;
    return chunk;
  };
  for (const sha of shas) {
    const object = findObject(store, sha);
    if (!object) throw new Error(`Object ${sha} doesn't exist.`);
    const compressed = deflateSync(object.content, { level: 1 });
    parts.push(encodeEntryHeader(object.type, object.content.length), compressed);
    size += compressed.length;
    if (size < CHUNK_BYTES) continue;
    yield takeChunk();
    await setImmediate();
  }
  yield takeChunk();
  yield hash.digest();
}

function encodeEntryHeader(type: ObjectType, size: number): Buffer {
  const bytes = [(TYPE_NUMBERS[type] << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 0x7f);
  }
  return Buffer.from(bytes);
}
