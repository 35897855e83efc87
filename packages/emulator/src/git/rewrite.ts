import { findObject, type GitStore } from "../state/git.ts";
import { readCommit, writeCommit } from "./commit.ts";
import { inOrder } from "./history.ts";
import type { Signature } from "./signature.ts";
import { decodeTag, peel, writeTag } from "./tag.ts";

/** What becomes of a history's parts when it is written anew. */
export interface Rewriting {
  readonly person: (signature: Signature) => Signature;
  readonly tree: (sha: string) => string;
}

/**
 * Writes a history anew, commit by commit. What stays as it is keeps its id.
 * @param refs names of commits and tags in full
 * @returns the same names of the new ones
 */
export function rewriteHistory(store: GitStore, refs: ReadonlyMap<string, string>, rewriting: Rewriting) {
  const { person, tree } = rewriting;
  const heads = [...refs.values()].flatMap((sha) => peel(store, sha) ?? []);
  const rewritten = new Map<string, string>();
  for (const sha of inOrder(store, heads)) {
    const commit = readCommit(store, sha);
    const anew = writeCommit(store, {
      tree: tree(commit.tree),
      parents: commit.parents.map((parent) => rewritten.get(parent) ?? parent),
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
    });
    rewritten.set(sha, anew);
  }
  const tagged = (sha: string): string => {
    const object = findObject(store, sha);
    if (object?.type !== "tag") return rewritten.get(sha) ?? sha;
    const tag = decodeTag(object.content);
    return writeTag(store, { ...tag, object: tagged(tag.object), tagger: person(tag.tagger) });
  };
  return new Map([...refs].map(([name, sha]) => [name, tagged(sha)]));
}
