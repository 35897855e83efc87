import type { GitStore } from "../state/git.ts";
import { findObject, writeObject } from "../state/git.ts";

/** What a tree's entry is, as git writes it. */
export const MODES = {
  file: "100644",
  executable: "100755",
  symlink: "120000",
  tree: "40000",
  submodule: "160000",
} as const;
export type Mode = (typeof MODES)[keyof typeof MODES];

/** One line of a tree. */
export interface TreeEntry {
  readonly mode: Mode;
  readonly name: string;
  readonly sha: string;
}

const KNOWN_MODES: ReadonlySet<string> = new Set(Object.values(MODES));
const isMode = (text: string): text is Mode => KNOWN_MODES.has(text);

/** The bytes of a tree. Git sorts by bytes, and a folder as if its name ended in a slash. */
export function encodeTree(entries: Iterable<TreeEntry>): Uint8Array {
  const lines = Array.from(entries, ({ mode, name, sha }) => ({
    key: Buffer.from(mode === MODES.tree ? `${name}/` : name),
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
    if (!isMode(mode)) throw new Error(`A tree has an entry of mode ${mode}.`);
    at = end + 21;
    entries.push({ mode, name: bytes.toString("utf8", space + 1, end), sha: bytes.toString("hex", end + 1, at) });
  }
  return entries;
}

/** The entries of a tree, in git's order. */
export function readTree(store: GitStore, sha: string): TreeEntry[] {
  const object = findObject(store, sha);
  if (object?.type !== "tree") throw new Error(`There is no tree ${sha}.`);
  return decodeTree(object.content);
}

/** What lies at a path of a tree. @param path in segments; none is the tree itself */
export function findEntry(store: GitStore, tree: string, path: readonly string[]): TreeEntry | undefined {
  let found: TreeEntry = { mode: MODES.tree, name: "", sha: tree };
  for (const segment of path) {
    if (found.mode !== MODES.tree) return undefined;
    const next = readTree(store, found.sha).find(({ name }) => name === segment);
    if (!next) return undefined;
    found = next;
  }
  return found;
}

/** Everything below a tree that is no tree itself, by its path. */
export function flattenTree(store: GitStore, tree: string, prefix = ""): Map<string, TreeEntry> {
  const found = new Map<string, TreeEntry>();
  const walk = (sha: string, folder: string) => {
    for (const entry of readTree(store, sha)) {
      if (entry.mode === MODES.tree) walk(entry.sha, `${folder}${entry.name}/`);
      else found.set(folder + entry.name, entry);
    }
  };
  walk(tree, prefix);
  return found;
}

/** What is to lie at a path; null takes away what does. */
export type Change = Pick<TreeEntry, "mode" | "sha"> | null;

/**
 * Rebuilds a tree from the bottom up. As in git's index, a file gives way to a folder of its name and the other way round,
 * and a folder without files is none.
 * @returns the new tree's id; undefined where nothing is left in it
 */
export function changeTree(
  store: GitStore,
  tree: string | undefined,
  changes: ReadonlyMap<string, Change>,
): string | undefined {
  const entries = new Map((tree === undefined ? [] : readTree(store, tree)).map((entry) => [entry.name, entry]));
  const below = new Map<string, Map<string, Change>>();
  for (const [path, change] of changes) {
    const slash = path.indexOf("/");
    if (slash >= 0) {
      const name = path.slice(0, slash);
      below.set(name, (below.get(name) ?? new Map<string, Change>()).set(path.slice(slash + 1), change));
    } else if (change === null) entries.delete(path);
    else entries.set(path, { ...change, name: path });
  }
  for (const [name, inner] of below) {
    const before = entries.get(name);
    const sha = changeTree(store, before?.mode === MODES.tree ? before.sha : undefined, inner);
    if (sha !== undefined) entries.set(name, { mode: MODES.tree, name, sha });
    // Taking away what lay below a file leaves the file alone.
    else if (before?.mode === MODES.tree) entries.delete(name);
  }
  return entries.size === 0 ? undefined : writeObject(store, "tree", encodeTree(entries.values()));
}
