import { findObject, type GitStore, type ObjectType, writeObject } from "../state/git-store.ts";
import { readHeaders } from "./commit.ts";
import { decodeSignature, encodeSignature, type Signature } from "./signature.ts";

export interface AnnotatedTag {
  readonly object: string;
  readonly type: ObjectType;
  readonly name: string;
  readonly tagger: Signature;
  readonly message: string;
}

function encodeTag({ object, type, name, tagger, message }: AnnotatedTag): Uint8Array {
  return Buffer.from(`object ${object}\ntype ${type}\ntag ${name}\ntagger ${encodeSignature(tagger)}\n\n${message}`);
}

export function decodeTag(content: Uint8Array): AnnotatedTag {
  const { headers, message } = readHeaders(content);
  const header = Object.fromEntries(headers);
  const type = OBJECT_TYPES.find((name) => name === header["type"]);
  if (!type) throw new Error(`A tag has an unknown object type: ${header["type"]}.`);
  const tagger = decodeSignature(header["tagger"] ?? "");
  return { object: header["object"] ?? "", type, name: header["tag"] ?? "", tagger, message };
}

const OBJECT_TYPES: readonly ObjectType[] = ["blob", "tree", "commit", "tag"];

export function writeTag(store: GitStore, tag: AnnotatedTag): string {
  return writeObject(store, "tag", encodeTag(tag));
}

/** Returns the commit that an object stands for: itself, or a tag's target; undefined for other objects. */
export function peelTag(store: GitStore, sha: string): string | undefined {
  const object = findObject(store, sha);
  if (object?.type === "tag") return peelTag(store, decodeTag(object.content).object);
  return object?.type === "commit" ? sha : undefined;
}
