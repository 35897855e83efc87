import type { GitStore } from "../state/git-store.ts";
import { findObject, writeObject } from "../state/git-store.ts";

/** File modes of tree entries. */
export const FILE_MODES = {
  file: "100644",
  executable: "100755",
  symlink: "120000",
  tree: "40000",
  submodule: "160000",
} as const;
export type FileMode = (typeof FILE_MODES)[keyof typeof FILE_MODES];

export interface TreeEntry {
  readonly mode: FileMode;
  readonly name: string;
  readonly sha: string;
}

const KNOWN_FILE_MODES: ReadonlySet<string> = new Set(Object.values(FILE_MODES));
const isFileMode = (text: string): text is FileMode => KNOWN_FILE_MODES.has(text);

/** Encodes a tree. Git sorts by bytes, and folders as if their name ended in a slash. */
export function encodeTree(entries: Iterable<TreeEntry>): Uint8Array {
  const lines = Array.from(entries, ({ mode, name, sha }) => ({
    key: Buffer.from(mode === FILE_MODES.tree ? `${name}/` : name),
    line: Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]),
  }));
  return Buffer.concat(lines.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ line }) => line));
}

function decodeTree(content: Uint8Array): TreeEntry[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(" ", at);
    const end = bytes.indexOf(0, space);
    const mode = bytes.toString("latin1", at, space);
    if (!isFileMode(mode)) throw new Error(`A tree has an entry of unknown mode ${mode}.`);
    at = end + 21;
    entries.push({ mode, name: bytes.toString("utf8", space + 1, end), sha: bytes.toString("hex", end + 1, at) });
  }
  return entries;
}

/** Returns the entries of a tree, in git's order. */
export function readTree(store: GitStore, sha: string): TreeEntry[] {
  const object = findObject(store, sha);
  if (object?.type !== "tree") throw new Error(`Tree ${sha} doesn't exist.`);
  return decodeTree(object.content);
}

/**
 * Finds the entry at a path of a tree.
 * @param path the segments; empty for the tree itself
 */
export function findEntry(store: GitStore, tree: string, path: readonly string[]): TreeEntry | undefined {
  let found: TreeEntry = { mode: FILE_MODES.tree, name: "", sha: tree };
  for (const segment of path) {
    if (found.mode !== FILE_MODES.tree) return undefined;
    const next = readTree(store, found.sha).find(({ name }) => name === segment);
    if (!next) return undefined;
    found = next;
  }
  return found;
}

/** Returns all entries below a tree by path, without the trees themselves. */
export function flattenTree(store: GitStore, tree: string, prefix = ""): Map<string, TreeEntry> {
  const found = new Map<string, TreeEntry>();
  const walk = (sha: string, folder: string) => {
    for (const entry of readTree(store, sha)) {
      if (entry.mode === FILE_MODES.tree) walk(entry.sha, `${folder}${entry.name}/`);
      else found.set(folder + entry.name, entry);
    }
  };
  walk(tree, prefix);
  return found;
}

/** Returns all entries below a tree by path, each subtree before its entries. */
export function* walkTree(store: GitStore, tree: string, prefix = ""): Generator<[path: string, entry: TreeEntry]> {
  for (const entry of readTree(store, tree)) {
    const path = prefix + entry.name;
    yield [path, entry];
    if (entry.mode === FILE_MODES.tree) yield* walkTree(store, entry.sha, `${path}/`);
  }
}

/** The new entry at a path; null removes it. */
export type TreeChange = Pick<TreeEntry, "mode" | "sha"> | null;

/**
 * Applies changes to a tree. As in git's index, a file replaces a folder of the same name and vice versa, and empty
 * folders don't exist.
 * @returns the new tree's id; undefined if it is empty
 */
export function changeTree(
  store: GitStore,
  tree: string | undefined,
  changes: ReadonlyMap<string, TreeChange>,
): string | undefined {
  const entries = new Map((tree === undefined ? [] : readTree(store, tree)).map((entry) => [entry.name, entry]));
  const subtreeChanges = new Map<string, Map<string, TreeChange>>();
  for (const [path, change] of changes) {
    const slash = path.indexOf("/");
    if (slash >= 0) {
      const name = path.slice(0, slash);
      subtreeChanges.set(
        name,
        (subtreeChanges.get(name) ?? new Map<string, TreeChange>()).set(path.slice(slash + 1), change),
      );
    } else if (change === null) entries.delete(path);
    else entries.set(path, { ...change, name: path });
  }
  for (const [name, subtree] of subtreeChanges) {
    const before = entries.get(name);
    const sha = changeTree(store, before?.mode === FILE_MODES.tree ? before.sha : undefined, subtree);
    if (sha !== undefined) entries.set(name, { mode: FILE_MODES.tree, name, sha });
    // Removing a path below a file doesn't change the file.
    else if (before?.mode === FILE_MODES.tree) entries.delete(name);
  }
  return entries.size === 0 ? undefined : writeObject(store, "tree", encodeTree(entries.values()));
}
