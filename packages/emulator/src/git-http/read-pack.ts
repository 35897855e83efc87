import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import * as z from "zod/mini";
import { type ObjectType, objectId } from "../state/git-store.ts";
import { applyDelta, deltaResultSize } from "./apply-delta.ts";
import { InvalidPackError } from "./invalid-pack-error.ts";

/** An object without its id. */
interface ObjectContent {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

/** An object of a pack. */
export interface PackedObject extends ObjectContent {
  readonly sha: string;
}

/** An entry of a pack as stored: a whole object, or a delta to another one. */
interface PackEntry {
  readonly offset: number;
  readonly data: Buffer;
  /** The object's type, or the base by its offset or id. */
  readonly kind: { readonly type: ObjectType } | { readonly base: number | string };
}

const OBJECT_TYPES: Readonly<Record<number, ObjectType>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const OFFSET_DELTA = 6;
const ID_DELTA = 7;

/** Maximum size of one object, GitHub's limit for files. */
const MAX_OBJECT_BYTES = 100 * 1024 * 1024;

/** Maximum size of all objects of a pack. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

/**
 * Reads all objects of a pack, with deltas applied.
 * @param findBase returns an object that the pack refers to and doesn't contain
 * @throws InvalidPackError
 */
export function readPack(pack: Buffer, findBase: (sha: string) => ObjectContent | undefined): PackedObject[] {
  const objects: PackedObject[] = [];
  const deltas = new Map<number | string, PackEntry[]>();
  const queue: { readonly keys: readonly (number | string)[]; readonly object: ObjectContent }[] = [];
  let total = 0;
  const add = (offset: number, { type, content }: ObjectContent) => {
    total += checkSize(content.length);
    if (total > MAX_TOTAL_BYTES) throw new InvalidPackError("the pack exceeds the emulator's limit of 1 GB");
    const sha = objectId(type, content);
    objects.push({ sha, type, content });
    queue.push({ keys: [offset, sha], object: { type, content } });
  };
  const addDelta = (base: number | string, entry: PackEntry) => {
    const others = deltas.get(base);
    if (others) others.push(entry);
    else deltas.set(base, [entry]);
  };
  const resolveDeltas = () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const key of next.keys) {
        const entries = deltas.get(key) ?? [];
        deltas.delete(key);
        for (const { offset, data } of entries) {
          checkSize(deltaResultSize(data));
          add(offset, { type: next.object.type, content: applyDelta(next.object.content, data) });
        }
      }
    }
  };
  for (const entry of readEntries(pack)) {
    if ("type" in entry.kind) add(entry.offset, { type: entry.kind.type, content: entry.data });
    else addDelta(entry.kind.base, entry);
  }
  resolveDeltas();
  for (const key of [...deltas.keys()]) {
    const base = typeof key === "string" && deltas.has(key) ? findBase(key) : undefined;
    if (base) queue.push({ keys: [key], object: base });
    resolveDeltas();
  }
  if (deltas.size > 0) throw new InvalidPackError(`pack has ${deltas.size} unresolved deltas`);
  return objects;
}

function checkSize(size: number): number {
  if (size <= MAX_OBJECT_BYTES) return size;
  throw new InvalidPackError(
    `an object of ${(size / 1024 / 1024).toFixed(2)} MB exceeds the file size limit of 100.00 MB`,
  );
}

const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 20;

function* readEntries(pack: Buffer): Generator<PackEntry> {
  const end = pack.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || pack.toString("latin1", 0, 4) !== "PACK") throw new InvalidPackError("bad pack header");
  const version = pack.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw new InvalidPackError(`pack version ${version} unsupported`);
  const content = pack.subarray(0, end);
  if (!createHash("sha1").update(content).digest().equals(pack.subarray(end))) {
    throw new InvalidPackError("pack is corrupted (SHA1 mismatch)");
  }
  let at = HEADER_BYTES;
  for (let left = pack.readUInt32BE(8); left > 0; left--) {
    const { entry, next } = readEntry(content, at);
    yield entry;
    at = next;
  }
  if (at !== end) throw new InvalidPackError("pack has junk at the end");
}

function readEntry(content: Buffer, offset: number): { readonly entry: PackEntry; readonly next: number } {
  let at = offset;
  const nextByte = () => {
    const byte = content[at++];
    if (byte === undefined) throw new InvalidPackError("early EOF");
    return byte;
  };
  let byte = nextByte();
  const typeNumber = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = nextByte();
    size += (byte & 0x7f) * scale;
  }
  checkSize(size);
  const kind = readKind(typeNumber);
  const { data, length } = inflate(content.subarray(at), size);
  return { entry: { offset, kind, data }, next: at + length };

  function readKind(number: number): PackEntry["kind"] {
    const type = OBJECT_TYPES[number];
    if (type) return { type };
    if (number === OFFSET_DELTA) {
      let distance = 0;
      for (let digit = nextByte(); ; digit = nextByte()) {
        distance = distance * 128 + (digit & 0x7f);
        if (digit < 0x80) return { base: offset - distance };
        distance++;
      }
    }
    if (number !== ID_DELTA) throw new InvalidPackError(`unknown object type ${number}`);
    at += 20;
    return { base: content.toString("hex", at - 20, at) };
  }
}

/** The result of `inflateSync` with `info`, which the types of Node.js lack. */
const Inflated = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

/** Inflates the compressed data at the start of bytes, and returns the length of that data, too. */
function inflate(bytes: Buffer, size: number): { readonly data: Buffer; readonly length: number } {
  let result: unknown;
  try {
    result = inflateSync(bytes, { info: true, maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new InvalidPackError("inflate returned an error");
  }
  const { buffer, engine } = z.parse(Inflated, result);
  if (buffer.length !== size) throw new InvalidPackError("serious inflate inconsistency");
  return { data: buffer, length: engine.bytesWritten };
}
