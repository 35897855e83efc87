import { type GitStore, writeObject } from "../state/git-store.ts";
import { readCommit, writeCommit } from "./commit.ts";
import type { Signature } from "./signature.ts";
import { changeTree, encodeTree, type TreeChange } from "./tree.ts";

export interface NewCommit {
  /** Changes by path, relative to the first parent's tree. */
  readonly changes: ReadonlyMap<string, TreeChange>;
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/**
 * Creates a commit.
 * @param parents empty for a repository's first commit
 */
export function makeCommit(
  store: GitStore,
  parents: readonly string[],
  { changes, message, author, committer }: NewCommit,
): string {
  const [firstParent] = parents;
  const previousTree = firstParent === undefined ? undefined : readCommit(store, firstParent).tree;
  const tree = changeTree(store, previousTree, changes) ?? writeObject(store, "tree", encodeTree([]));
  return writeCommit(store, { tree, parents, author, committer, message });
}
