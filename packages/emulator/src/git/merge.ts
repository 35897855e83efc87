import { findObject, type GitStore, writeObject } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { compareCommits, type FileChange } from "./compare.ts";
import { mergeBase } from "./history.ts";
import { diffLines, type LineChange } from "./line-diff.ts";
import { isBinary } from "./patch.ts";
import { changeTree, encodeTree, FILE_MODES, type TreeChange, type TreeEntry } from "./tree.ts";

/**
 * Returns whether one commit can be merged into another without conflicts. Changes conflict if both sides changed the
 * same lines, or the same binary file; unrelated histories always conflict.
 */
export function mergesCleanly(store: GitStore, into: string, from: string): boolean {
  const base = mergeBase(store, into, from);
  return base !== undefined && compatibleChanges(store, base, into, from) !== undefined;
}

/**
 * Applies the changes made between `base` and `from` to the tree of `into`.
 * @returns the merged tree; undefined if there are conflicts
 */
export function mergeTrees(store: GitStore, base: string, into: string, from: string): string | undefined {
  const sides = compatibleChanges(store, base, into, from);
  if (!sides) return undefined;
  const changes = new Map<string, TreeChange>();
  for (const change of sides.theirs) {
    const mine = pathsOf(change)
      .map((changedPath) => sides.ours.get(changedPath))
      .find((found) => found !== undefined);
    const { path, after } = mine ? combineChanges(store, mine, change) : change;
    if (change.previousPath !== undefined) changes.set(change.previousPath, null);
    changes.set(path, after ? { mode: after.mode, sha: after.sha } : null);
  }
  return changeTree(store, readCommit(store, into).tree, changes) ?? writeObject(store, "tree", encodeTree([]));
}

/** Returns both sides' changes; undefined if they conflict. */
function compatibleChanges(store: GitStore, base: string, into: string, from: string) {
  const [mine, theirs] = [compareCommits(store, base, into), compareCommits(store, base, from)];
  const ours = new Map(mine.flatMap((change) => pathsOf(change).map((path) => [path, change])));
  const isClean =
    theirs.every((other) =>
      pathsOf(other).every((path) => {
        const change = ours.get(path);
        return change === undefined || areCompatible(store, change, other);
      }),
    ) && !haveFileFolderConflict(mine, theirs);
  return isClean ? { ours, theirs } : undefined;
}

/** Returns whether one side has a file where the other has a folder. */
function haveFileFolderConflict(mine: readonly FileChange[], theirs: readonly FileChange[]): boolean {
  const filesOf = (changes: readonly FileChange[]) => changes.filter(({ after }) => after).map(({ path }) => path);
  const foldersOf = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
  const [ourPaths, theirPaths] = [filesOf(mine), filesOf(theirs)];
  const [ourFolders, theirFolders] = [foldersOf(ourPaths), foldersOf(theirPaths)];
  return theirPaths.some((path) => ourFolders.has(path)) || ourPaths.some((path) => theirFolders.has(path));
}

/** Combines two compatible changes of a file: the name from the side that renamed it, the lines from both. */
function combineChanges(store: GitStore, mine: FileChange, other: FileChange): Pick<FileChange, "path" | "after"> {
  const { before, after } = mine;
  const path = mine.previousPath === undefined ? other.path : mine.path;
  const [old, ourLines, theirLines] = [before, after, other.after].map((entry) => linesOf(store, entry));
  // Both sides made the same change, or the file is not text.
  if (!before || !after || !other.after || !old || !ourLines || !theirLines) return { path, after };
  const text = combineLines(old, ourLines, theirLines);
  const mode = other.after.mode === before.mode ? after.mode : other.after.mode;
  return { path, after: { ...after, mode, sha: writeObject(store, "blob", Buffer.from(text, "latin1")) } };
}

/** Applies both sides' changes, which are disjoint or equal, to the old lines. */
function combineLines(old: readonly string[], ourLines: readonly string[], theirLines: readonly string[]): string {
  const mine = diffLines(old, ourLines);
  const others = diffLines(old, theirLines).filter(
    (run) => !mine.some((own) => isSame(own, ourLines, run, theirLines)),
  );
  const runs = [
    ...mine.map((run) => ({ ...run, source: ourLines })),
    ...others.map((run) => ({ ...run, source: theirLines })),
  ].toSorted((a, b) => a.oldStart - b.oldStart);
  const parts = runs.flatMap(({ oldStart, newStart, newCount, source }, index) => {
    const { oldStart: start = 0, oldCount = 0 } = runs[index - 1] ?? {};
    return [...old.slice(start + oldCount, oldStart), ...source.slice(newStart, newStart + newCount)];
  });
  const last = runs.at(-1);
  return [...parts, ...old.slice(last ? last.oldStart + last.oldCount : 0)].join("");
}

/** Returns the paths that a change affects; a rename affects two. */
function pathsOf({ path, previousPath }: FileChange): string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}

function areCompatible(store: GitStore, mine: FileChange, other: FileChange): boolean {
  if (mine.path === other.path && mine.after?.sha === other.after?.sha && mine.after?.mode === other.after?.mode) {
    return true;
  }
  // A rename on one side and an edit on the other are compatible; two different names aren't.
  const renamed = [mine, other].filter(({ previousPath }) => previousPath !== undefined);
  if (renamed.length === 2 && mine.path !== other.path) return false;
  // Two different files got the same name.
  if (mine.path === other.path && mine.before?.sha !== other.before?.sha) return false;
  const [before, ourLines, theirLines] = [mine.before, mine.after, other.after].map((entry) => linesOf(store, entry));
  if (!before || !ourLines || !theirLines) return false;
  const [changes, others] = [diffLines(before, ourLines), diffLines(before, theirLines)];
  return changes.every((change) =>
    others.every((theirChange) => isApart(change, theirChange) || isSame(change, ourLines, theirChange, theirLines)),
  );
}

/** Returns the lines of a text file; undefined for other entries. */
function linesOf(store: GitStore, entry: TreeEntry | undefined): string[] | undefined {
  if (entry?.mode !== FILE_MODES.file && entry?.mode !== FILE_MODES.executable) return undefined;
  const object = findObject(store, entry.sha);
  if (object?.type !== "blob" || isBinary(object.content)) return undefined;
  return (
    Buffer.from(object.content)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

/** Adjacent changes conflict, because their order is ambiguous. */
function isApart(a: LineChange, b: LineChange): boolean {
  return a.oldStart + a.oldCount < b.oldStart || b.oldStart + b.oldCount < a.oldStart;
}

function isSame(a: LineChange, aLines: readonly string[], b: LineChange, bLines: readonly string[]): boolean {
  if (a.oldStart !== b.oldStart || a.oldCount !== b.oldCount || a.newCount !== b.newCount) return false;
  for (let at = 0; at < a.newCount; at++) if (aLines[a.newStart + at] !== bLines[b.newStart + at]) return false;
  return true;
}
