import { createHash } from "node:crypto";
import { findObject, type GitStore, objectSizes, writeObject } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { topologicalOrder } from "./history.ts";
import { peelTag } from "./tag.ts";
import { changeTree, FILE_MODES, findEntry, flattenTree, type TreeChange, type TreeEntry } from "./tree.ts";

/** A file in a ref's history that exceeds the size limit. */
export interface LargeFile {
  readonly ref: string;
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}

/** Returns the files of a tree that exceed the limit. */
function largeFilesIn(store: GitStore, tree: string, limit: number): (TreeEntry & { path: string; size: number })[] {
  const files = [...flattenTree(store, tree)].filter(([, { mode }]) => mode !== FILE_MODES.submodule);
  const sizes = objectSizes(
    store,
    files.map(([, { sha }]) => sha),
  );
  return files.flatMap(([path, entry]) => {
    const size = sizes.get(entry.sha) ?? 0;
    return size > limit ? [{ ...entry, path, size }] : [];
  });
}

/** Finds all large files in the history of the refs. Each is listed once, for the first ref that contains it. */
export function findLargeFiles(store: GitStore, refs: ReadonlyMap<string, string>, limit: number): LargeFile[] {
  const found = new Map<string, LargeFile>();
  for (const [ref, sha] of refs) {
    const head = peelTag(store, sha);
    for (const commit of head === undefined ? [] : topologicalOrder(store, [head])) {
      for (const { path, sha, size } of largeFilesIn(store, readCommit(store, commit).tree, limit)) {
        const key = `${sha} ${path}`;
        if (!found.has(key)) found.set(key, { ref, path, sha, size });
      }
    }
  }
  return [...found.values()];
}

/** Removes large files from a tree, or replaces them by Git LFS pointers and lists them in `.gitattributes`. */
export function replaceLargeFiles(store: GitStore, tree: string, limit: number, usePointers: boolean): string {
  const large = largeFilesIn(store, tree, limit);
  if (large.length === 0) return tree;
  const changes = new Map<string, TreeChange>(
    large.map(({ path, mode, sha }) => [path, usePointers ? { mode, sha: writePointer(store, sha) } : null]),
  );
  if (usePointers) changes.set(ATTRIBUTES, { mode: FILE_MODES.file, sha: writeAttributes(store, tree, large) });
  return changeTree(store, tree, changes) ?? writeObject(store, "tree", new Uint8Array());
}

const ATTRIBUTES = ".gitattributes";

function contentOf(store: GitStore, sha: string): Uint8Array {
  return findObject(store, sha)?.content ?? new Uint8Array();
}

/** Writes a Git LFS pointer file. */
function writePointer(store: GitStore, sha: string): string {
  const content = contentOf(store, sha);
  const oid = createHash("sha256").update(content).digest("hex");
  const lines = ["version https://git-lfs.github.com/spec/v1", `oid sha256:${oid}`, `size ${content.length}`];
  return writeObject(store, "blob", Buffer.from(`${lines.join("\n")}\n`));
}

function writeAttributes(store: GitStore, tree: string, large: readonly { path: string }[]): string {
  const entry = findEntry(store, tree, [ATTRIBUTES]);
  const before = entry ? Buffer.from(contentOf(store, entry.sha)).toString("utf8") : "";
  // A space would end the pattern.
  const lines = large.map(({ path }) => `/${path.replace(/\s/g, "[[:space:]]")} filter=lfs diff=lfs merge=lfs -text\n`);
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return writeObject(store, "blob", Buffer.from(start + lines.join("")));
}
