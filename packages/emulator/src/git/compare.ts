import { findObject, type GitStore } from "../state/git.ts";
import { readCommit } from "./commit.ts";
import { isBinary, makePatch } from "./patch.ts";
import { findRenames } from "./renames.ts";
import { MODES, type Mode, readTree, type TreeEntry } from "./tree.ts";

/** What became of a file between two commits. */
export interface FileChange {
  readonly path: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  /** Where a renamed file was. */
  readonly previousPath?: string;
  /** The blob, or the submodule's commit, as it is now; as it was, where it is gone. */
  readonly sha: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** A change, line by line. */
export interface MeasuredChange extends FileChange {
  readonly additions: number;
  readonly deletions: number;
  /** None for what is no text, and for a change that touches no line or too many. */
  readonly patch?: string;
}

/** The largest patch that is shown: lines and bytes (the public documents' limits of a single file's diff). */
const LARGEST_PATCH = { lines: 20_000, bytes: 500 * 1024 } as const;

/**
 * The files that differ between two commits, by path.
 * @param before none: everything is new
 */
export function compareCommits(store: GitStore, before: string | undefined, after: string): FileChange[] {
  const treeOf = (commit: string | undefined) => (commit === undefined ? undefined : readCommit(store, commit).tree);
  const changes = compareTrees(store, treeOf(before), treeOf(after), "");
  return withRenames(changes, ({ sha }) => contentOf(store, sha)).toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
}

/** The kinds of files that can have been renamed into one another. */
const RENAMED: readonly (readonly Mode[])[] = [[MODES.file, MODES.executable], [MODES.symlink]];

/** What is gone here and new there becomes one change, where it is the same file. */
function withRenames(changes: readonly FileChange[], content: (file: FileChange) => Uint8Array): FileChange[] {
  const gone = new Map(changes.filter(({ after }) => !after).map((change) => [change.path, change]));
  const renames = RENAMED.flatMap((modes) => [
    ...findRenames(
      changes.filter(({ before, after }) => before && !after && modes.includes(before.mode)),
      changes.filter(({ before, after }) => after && !before && modes.includes(after.mode)),
      content,
    ),
  ]);
  const oldPaths = new Map(renames);
  const moved = new Set(oldPaths.values());
  return changes.flatMap((change): FileChange[] => {
    const previousPath = change.before ? undefined : oldPaths.get(change.path);
    if (previousPath === undefined) return !change.after && moved.has(change.path) ? [] : [change];
    return [{ ...change, status: "renamed", previousPath, before: gone.get(previousPath)?.before }];
  });
}

/** Counts a change's lines and shows them. */
export function measureChange(store: GitStore, change: FileChange): MeasuredChange {
  const [before, after] = [change.before, change.after].map((entry) => textOf(store, entry));
  if (!before || !after || isBinary(before) || isBinary(after)) return { ...change, additions: 0, deletions: 0 };
  const { additions, deletions, text } = makePatch(before, after);
  const isShown = text !== "" && additions + deletions <= LARGEST_PATCH.lines && text.length <= LARGEST_PATCH.bytes;
  return { ...change, additions, deletions, ...(isShown ? { patch: text } : {}) };
}

function compareTrees(store: GitStore, old: string | undefined, now: string | undefined, folder: string): FileChange[] {
  if (old === now) return [];
  const entriesOf = (sha: string | undefined) =>
    new Map((sha === undefined ? [] : readTree(store, sha)).map((entry) => [entry.name, entry]));
  const [olds, nows] = [entriesOf(old), entriesOf(now)];
  const names = new Set([...olds.keys(), ...nows.keys()]);
  const isTree = (entry: TreeEntry | undefined) => entry?.mode === MODES.tree;
  return [...names].flatMap((name) => {
    const [a, b] = [olds.get(name), nows.get(name)];
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
  const sides = { path, sha: entry.sha, before, after };
  if (!before) return [{ ...sides, status: "added" }];
  if (!after) return [{ ...sides, status: "removed" }];
  // Another kind of thing, or the same bytes with another mode.
  const isContent = before.sha !== after.sha && before.mode.slice(0, 3) === after.mode.slice(0, 3);
  return [{ ...sides, status: isContent ? "modified" : "changed" }];
}

/** What git compares: a file's bytes, or for a submodule a line that names its commit. */
function textOf(store: GitStore, entry: TreeEntry | undefined): Uint8Array {
  if (!entry) return new Uint8Array();
  return entry.mode === MODES.submodule ? Buffer.from(`Subproject commit ${entry.sha}\n`) : contentOf(store, entry.sha);
}

function contentOf(store: GitStore, sha: string): Uint8Array {
  const object = findObject(store, sha);
  if (object?.type !== "blob") throw new Error(`There is no blob ${sha}.`);
  return object.content;
}
