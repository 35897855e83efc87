import { findObject, type GitStore } from "../state/git-store.ts";
import { readCommit, writeCommit } from "./commit.ts";
import { topologicalOrder } from "./history.ts";
import type { Signature } from "./signature.ts";
import { decodeTag, peelTag, writeTag } from "./tag.ts";

export interface HistoryTransform {
  readonly mapSignature: (signature: Signature) => Signature;
  readonly mapTree: (sha: string) => string;
}

/**
 * Rewrites a history commit by commit. Unchanged commits keep their ids.
 * @param refs commit and tag ids by full ref name
 * @returns the new ids by ref name
 */
export function rewriteHistory(store: GitStore, refs: ReadonlyMap<string, string>, transform: HistoryTransform) {
  const { mapSignature, mapTree } = transform;
  const heads = [...refs.values()].flatMap((sha) => peelTag(store, sha) ?? []);
  const rewritten = new Map<string, string>();
  for (const sha of topologicalOrder(store, heads)) {
    const commit = readCommit(store, sha);
    const newSha = writeCommit(store, {
      tree: mapTree(commit.tree),
      parents: commit.parents.map((parent) => rewritten.get(parent) ?? parent),
      author: mapSignature(commit.author),
      committer: mapSignature(commit.committer),
      message: commit.message,
    });
    rewritten.set(sha, newSha);
  }
  const rewriteTag = (sha: string): string => {
    const object = findObject(store, sha);
    if (object?.type !== "tag") return rewritten.get(sha) ?? sha;
    const tag = decodeTag(object.content);
    return writeTag(store, { ...tag, object: rewriteTag(tag.object), tagger: mapSignature(tag.tagger) });
  };
  return new Map([...refs].map(([name, sha]) => [name, rewriteTag(sha)]));
}
