import { type GitStore, writeObject } from "../state/git.ts";
import { readCommit, writeCommit } from "./commit.ts";
import type { Signature } from "./signature.ts";
import { type Change, changeTree, encodeTree } from "./tree.ts";

/** What a commit is to hold and to say. */
export interface NewCommit {
  /** What is to lie where, on top of the first parent's files. */
  readonly changes: ReadonlyMap<string, Change>;
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/** Makes a commit. @param parents none for the first of a repository */
export function makeCommit(
  store: GitStore,
  parents: readonly string[],
  { changes, message, author, committer }: NewCommit,
): string {
  const [first] = parents;
  const before = first === undefined ? undefined : readCommit(store, first).tree;
  const tree = changeTree(store, before, changes) ?? writeObject(store, "tree", encodeTree([]));
  return writeCommit(store, { tree, parents, author, committer, message });
}
