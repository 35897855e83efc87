import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Emulator } from "../public.ts";
import { type ObjectType, objectId } from "../state/git-store.ts";
import { encodePacket, FLUSH_PACKET } from "./packet-line.ts";

/** An object for a pack, which can be invalid. */
export interface RawObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** A delta for a pack, as bytes before compression. */
interface RawDelta {
  /** The base: an id, or a number of entries before it. */
  readonly base: string | number;
  readonly delta: Buffer;
}

const TYPE_NUMBERS = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

const size7 = (size: number): number[] =>
  size < 128 ? [size] : [(size & 127) | 128, ...size7(Math.floor(size / 128))];

/** Encodes the distance of a base. */
function encodeDistance(distance: number, end = 0): number[] {
  const low = (distance & 127) | end;
  return distance < 128 ? [low] : [...encodeDistance(Math.floor(distance / 128) - 1, 128), low];
}

/** Writes a pack with these entries. */
export function writeRawPack(entries: readonly (RawObject | RawDelta)[]): Buffer {
  const header = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(entries.length, 8);
  const offsets: number[] = [];
  let pack = header;
  for (const entry of entries) {
    offsets.push(pack.length);
    const data = "delta" in entry ? entry.delta : entry.content;
    const number = "type" in entry ? TYPE_NUMBERS[entry.type] : typeof entry.base === "string" ? 7 : 6;
    const low = (number << 4) | (data.length & 15);
    const rest = Math.floor(data.length / 16);
    const head = Buffer.from(rest > 0 ? [low | 128, ...size7(rest)] : [low]);
    pack = Buffer.concat([pack, head, encodeBase(entry), deflateSync(data)]);
  }
  return Buffer.concat([pack, createHash("sha1").update(pack).digest()]);

  function encodeBase(entry: RawObject | RawDelta): Buffer {
    if (!("delta" in entry)) return Buffer.alloc(0);
    if (typeof entry.base === "string") return Buffer.from(entry.base, "hex");
    return Buffer.from(encodeDistance(pack.length - (offsets.at(-1 - entry.base) ?? 0)));
  }
}

/** Returns a delta that copies the whole base and appends a text. */
export function appendDelta(base: Buffer, text: string): Buffer {
  const added = Buffer.from(text);
  const copy = Buffer.from([0x80 | 0x10 | 0x20, base.length & 255, base.length >> 8]);
  const sizes = Buffer.from([...size7(base.length), ...size7(base.length + added.length)]);
  return Buffer.concat([sizes, copy, Buffer.of(added.length), added]);
}

export const rawObject = (type: ObjectType, content: string | Buffer): RawObject => ({
  type,
  content: Buffer.from(content),
});

export const shaOf = ({ type, content }: RawObject) => objectId(type, content);

const SIGNATURE = "Alice <alice@example.com> 1700000000 +0000";

/** Returns a commit without parents. */
export const commitOf = (tree: RawObject, author = SIGNATURE): RawObject =>
  rawObject("commit", `tree ${shaOf(tree)}\nauthor ${author}\ncommitter ${SIGNATURE}\n\nMessage\n`);

/** Returns a tree with one entry. */
export const treeOf = (name: string, sha: string, mode = "100644"): RawObject =>
  rawObject("tree", Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]));

/**
 * Pushes a pack to a new branch `raw` of acme/widgets.
 * @returns the response's text
 */
export async function pushRawPack({ webUrl, tokens }: Emulator, sha: string, pack: Buffer): Promise<string> {
  const command = `${"0".repeat(40)} ${sha} refs/heads/raw\0report-status`;
  const body = Buffer.concat([encodePacket(command), FLUSH_PACKET, pack]);
  const headers = {
    authorization: `Basic ${btoa(`git:${tokens["alice"] ?? ""}`)}`,
    "content-type": "application/x-git-receive-pack-request",
  };
  const response = await fetch(`${webUrl}/acme/widgets.git/git-receive-pack`, { method: "POST", headers, body });
  return response.text();
}
