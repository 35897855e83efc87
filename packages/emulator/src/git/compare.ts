import { findObject, type GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { isBinary, makePatch } from "./patch.ts";
import { findRenames } from "./renames.ts";
import { FILE_MODES, type FileMode, readTree, type TreeEntry } from "./tree.ts";

/** A file's change between two commits. */
export interface FileChange {
  readonly path: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  /** The old path of a renamed file. */
  readonly previousPath?: string;
  /** The current blob or submodule commit; of a removed file, the last one. */
  readonly sha: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** A change with its line counts and patch. */
export interface MeasuredChange extends FileChange {
  readonly additions: number;
  readonly deletions: number;
  /** Undefined for binary files, if no line changed, and if too many lines changed. */
  readonly patch?: string;
}

/**
 * Limits of a patch that is shown, in lines and bytes.
 * @see GitHub's documentation on diff limits of a single file
 */
const MAX_PATCH = { lines: 20_000, bytes: 500 * 1024 } as const;

/**
 * Returns the files that differ between two commits, by path.
 * @param before undefined: all files are new
 */
export function compareCommits(store: GitStore, before: string | undefined, after: string): FileChange[] {
  const treeOf = (commit: string | undefined) => (commit === undefined ? undefined : readCommit(store, commit).tree);
  const changes = compareTrees(store, treeOf(before), treeOf(after), "");
  return withRenames(changes, ({ sha }) => contentOf(store, sha)).toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
}

/** Groups of modes between which a file can be renamed. */
const RENAMEABLE_MODES: readonly (readonly FileMode[])[] = [
  [FILE_MODES.file, FILE_MODES.executable],
  [FILE_MODES.symlink],
];

/** Combines the removal and the addition of the same file into a rename. */
function withRenames(changes: readonly FileChange[], content: (file: FileChange) => Uint8Array): FileChange[] {
  const removed = new Map(changes.filter(({ after }) => !after).map((change) => [change.path, change]));
  const renames = RENAMEABLE_MODES.flatMap((modes) => [
    ...findRenames(
      changes.filter(({ before, after }) => before && !after && modes.includes(before.mode)),
      changes.filter(({ before, after }) => after && !before && modes.includes(after.mode)),
      content,
    ),
  ]);
  const oldPaths = new Map(renames);
  const oldPathsInUse = new Set(oldPaths.values());
  return changes.flatMap((change): FileChange[] => {
    const previousPath = change.before ? undefined : oldPaths.get(change.path);
    if (previousPath === undefined) return !change.after && oldPathsInUse.has(change.path) ? [] : [change];
    return [{ ...change, status: "renamed", previousPath, before: removed.get(previousPath)?.before }];
  });
}

/** Adds line counts and a patch to a change. */
export function measureChange(store: GitStore, change: FileChange): MeasuredChange {
  const [before, after] = [textOf(store, change.before), textOf(store, change.after)];
  if (isBinary(before) || isBinary(after)) return { ...change, additions: 0, deletions: 0 };
  const { additions, deletions, latin1 } = makePatch(before, after);
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  const isShown = text !== "" && additions + deletions <= MAX_PATCH.lines && text.length <= MAX_PATCH.bytes;
  return { ...change, additions, deletions, ...(isShown ? { patch: text } : {}) };
}

function compareTrees(
  store: GitStore,
  old: string | undefined,
  current: string | undefined,
  folder: string,
): FileChange[] {
  if (old === current) return [];
  const entriesOf = (sha: string | undefined) =>
    new Map((sha === undefined ? [] : readTree(store, sha)).map((entry) => [entry.name, entry]));
  const [oldEntries, currentEntries] = [entriesOf(old), entriesOf(current)];
  const names = new Set([...oldEntries.keys(), ...currentEntries.keys()]);
  const isTree = (entry: TreeEntry | undefined) => entry?.mode === FILE_MODES.tree;
  return [...names].flatMap((name) => {
    const [a, b] = [oldEntries.get(name), currentEntries.get(name)];
    const path = folder + name;
    return [
      ...changeOf(path, isTree(a) ? undefined : a, isTree(b) ? undefined : b),
      ...compareTrees(store, isTree(a) ? a?.sha : undefined, isTree(b) ? b?.sha : undefined, `${path}/`),
    ];
  });
}

function changeOf(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined): FileChange[] {
  const entry = after ?? before;
  if (!entry || (before?.sha === after?.sha && before?.mode === after?.mode)) return [];
  const common = { path, sha: entry.sha, before, after };
  if (!before) return [{ ...common, status: "added" }];
  if (!after) return [{ ...common, status: "removed" }];
  // A different type of entry, or the same content with a different mode.
  const isContent = before.sha !== after.sha && before.mode.slice(0, 3) === after.mode.slice(0, 3);
  return [{ ...common, status: isContent ? "modified" : "changed" }];
}

/** Returns the text that git compares: a file's content, or a line with a submodule's commit. */
export function textOf(store: GitStore, entry: TreeEntry | undefined): Uint8Array {
  if (!entry) return new Uint8Array();
  return entry.mode === FILE_MODES.submodule
    ? Buffer.from(`Subproject commit ${entry.sha}\n`)
    : contentOf(store, entry.sha);
}

function contentOf(store: GitStore, sha: string): Uint8Array {
  const object = findObject(store, sha);
  if (object?.type !== "blob") throw new Error(`Blob ${sha} doesn't exist.`);
  return object.content;
}
