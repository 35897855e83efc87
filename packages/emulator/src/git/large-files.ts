import { createHash } from "node:crypto";
import { findObject, type GitStore, sizesOf, writeObject } from "../state/git.ts";
import { readCommit } from "./commit.ts";
import { inOrder } from "./history.ts";
import { peel } from "./tag.ts";
import { type Change, changeTree, findEntry, flattenTree, MODES, type TreeEntry } from "./tree.ts";

/** A file that is larger than allowed, in a branch or a tag's history. */
export interface LargeFile {
  readonly ref: string;
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}

/** Files of a tree that are larger than this. */
function largeIn(store: GitStore, tree: string, limit: number): (TreeEntry & { path: string; size: number })[] {
  const files = [...flattenTree(store, tree)].filter(([, { mode }]) => mode !== MODES.submodule);
  const sizes = sizesOf(
    store,
    files.map(([, { sha }]) => sha),
  );
  return files.flatMap(([path, entry]) => {
    const size = sizes.get(entry.sha) ?? 0;
    return size > limit ? [{ ...entry, path, size }] : [];
  });
}

/** Every large file that a history has or had, once, under the first of its names. */
export function findLargeFiles(store: GitStore, refs: ReadonlyMap<string, string>, limit: number): LargeFile[] {
  const found = new Map<string, LargeFile>();
  for (const [ref, sha] of refs) {
    const head = peel(store, sha);
    for (const commit of head === undefined ? [] : inOrder(store, [head])) {
      for (const { path, sha, size } of largeIn(store, readCommit(store, commit).tree, limit)) {
        const key = `${sha} ${path}`;
        if (!found.has(key)) found.set(key, { ref, path, sha, size });
      }
    }
  }
  return [...found.values()];
}

/** A tree without its large files, or with pointers in their places (Git LFS), which `.gitattributes` then tells of. */
export function lightenTree(store: GitStore, tree: string, limit: number, keepsPointers: boolean): string {
  const large = largeIn(store, tree, limit);
  if (large.length === 0) return tree;
  const changes = new Map<string, Change>(
    large.map(({ path, mode, sha }) => [path, keepsPointers ? { mode, sha: writePointer(store, sha) } : null]),
  );
  if (keepsPointers) changes.set(ATTRIBUTES, { mode: MODES.file, sha: attributesAfter(store, tree, large) });
  return changeTree(store, tree, changes) ?? writeObject(store, "tree", new Uint8Array());
}

const ATTRIBUTES = ".gitattributes";

function contentOf(store: GitStore, sha: string): Uint8Array {
  return findObject(store, sha)?.content ?? new Uint8Array();
}

/** What stands for a file that is kept apart (Git LFS, pointer file). */
function writePointer(store: GitStore, sha: string): string {
  const content = contentOf(store, sha);
  const oid = createHash("sha256").update(content).digest("hex");
  const lines = ["version https://git-lfs.github.com/spec/v1", `oid sha256:${oid}`, `size ${content.length}`];
  return writeObject(store, "blob", Buffer.from(`${lines.join("\n")}\n`));
}

function attributesAfter(store: GitStore, tree: string, large: readonly { path: string }[]): string {
  const entry = findEntry(store, tree, [ATTRIBUTES]);
  const before = entry ? Buffer.from(contentOf(store, entry.sha)).toString("utf8") : "";
  // A space would end the pattern.
  const lines = large.map(({ path }) => `/${path.replace(/\s/g, "[[:space:]]")} filter=lfs diff=lfs merge=lfs -text\n`);
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return writeObject(store, "blob", Buffer.from(start + lines.join("")));
}
