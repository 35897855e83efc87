import { findObject, type GitStore, writeObject } from "../state/git.ts";
import { readCommit } from "./commit.ts";
import { compareCommits, type FileChange } from "./compare.ts";
import { mergeBase } from "./history.ts";
import { diffLines, type LineChange } from "./line-diff.ts";
import { isBinary } from "./patch.ts";
import { type Change, changeTree, encodeTree, MODES, type TreeEntry } from "./tree.ts";

/**
 * Can one commit be merged into another without anybody's help? Not where both sides changed the same lines, or the same
 * thing in ways that no lines tell; nor where they have no past in common.
 */
export function mergesCleanly(store: GitStore, into: string, from: string): boolean {
  const base = mergeBase(store, into, from);
  return base !== undefined && agreeing(store, base, into, from) !== undefined;
}

/**
 * The tree that comes of one commit when what another changed since `base` is done to it too.
 * @returns undefined where that takes somebody's help
 */
export function mergeTrees(store: GitStore, base: string, into: string, from: string): string | undefined {
  const sides = agreeing(store, base, into, from);
  if (!sides) return undefined;
  const changes = new Map<string, Change>();
  for (const change of sides.theirs) {
    const mine = placesOf(change)
      .map((at) => sides.ours.get(at))
      .find((found) => found !== undefined);
    const { path, after } = mine ? joined(store, mine, change) : change;
    if (change.previousPath !== undefined) changes.set(change.previousPath, null);
    changes.set(path, after ? { mode: after.mode, sha: after.sha } : null);
  }
  return changeTree(store, readCommit(store, into).tree, changes) ?? writeObject(store, "tree", encodeTree([]));
}

/** What both sides changed; undefined where they clash. */
function agreeing(store: GitStore, base: string, into: string, from: string) {
  const [mine, theirs] = [compareCommits(store, base, into), compareCommits(store, base, from)];
  const ours = new Map(mine.flatMap((change) => placesOf(change).map((at) => [at, change])));
  const isClean =
    theirs.every((other) =>
      placesOf(other).every((at) => {
        const change = ours.get(at);
        return change === undefined || agree(store, change, other);
      }),
    ) && !areInEachOthersWay(mine, theirs);
  return isClean ? { ours, theirs } : undefined;
}

/** Does one side have a file where the other has a folder? */
function areInEachOthersWay(mine: readonly FileChange[], theirs: readonly FileChange[]): boolean {
  const filesOf = (changes: readonly FileChange[]) => changes.filter(({ after }) => after).map(({ path }) => path);
  const foldersOf = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
  const [here, there] = [filesOf(mine), filesOf(theirs)];
  const [foldersHere, foldersThere] = [foldersOf(here), foldersOf(there)];
  return there.some((path) => foldersHere.has(path)) || here.some((path) => foldersThere.has(path));
}

/** What two changes of one file that agree come to: the name by whoever renamed it, the lines by both. */
function joined(store: GitStore, mine: FileChange, other: FileChange): Pick<FileChange, "path" | "after"> {
  const { before, after } = mine;
  const path = mine.previousPath === undefined ? other.path : mine.path;
  const [old, here, there] = [before, after, other.after].map((entry) => linesOf(store, entry));
  // The same on both sides, or nothing with lines.
  if (!before || !after || !other.after || !old || !here || !there) return { path, after };
  const text = joinLines(old, here, there);
  const mode = other.after.mode === before.mode ? after.mode : other.after.mode;
  return { path, after: { ...after, mode, sha: writeObject(store, "blob", Buffer.from(text, "latin1")) } };
}

/** The old lines with both sides' changes, which are apart or the same. */
function joinLines(old: readonly string[], here: readonly string[], there: readonly string[]): string {
  const mine = diffLines(old, here);
  const others = diffLines(old, there).filter((run) => !mine.some((own) => isSame(own, here, run, there)));
  const runs = [
    ...mine.map((run) => ({ ...run, source: here })),
    ...others.map((run) => ({ ...run, source: there })),
  ].toSorted((a, b) => a.oldStart - b.oldStart);
  const parts = runs.flatMap(({ oldStart, newStart, newCount, source }, index) => {
    const { oldStart: start = 0, oldCount = 0 } = runs[index - 1] ?? {};
    return [...old.slice(start + oldCount, oldStart), ...source.slice(newStart, newStart + newCount)];
  });
  const last = runs.at(-1);
  return [...parts, ...old.slice(last ? last.oldStart + last.oldCount : 0)].join("");
}

/** Where a change leaves its mark: a renamed file in two places. */
function placesOf({ path, previousPath }: FileChange): string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}

function agree(store: GitStore, mine: FileChange, other: FileChange): boolean {
  if (mine.path === other.path && mine.after?.sha === other.after?.sha && mine.after?.mode === other.after?.mode) {
    return true;
  }
  // The name by one side and the content by the other is no clash; two names are.
  const renamed = [mine, other].filter(({ previousPath }) => previousPath !== undefined);
  if (renamed.length === 2 && mine.path !== other.path) return false;
  // Two things came to one name.
  if (mine.path === other.path && mine.before?.sha !== other.before?.sha) return false;
  const [before, here, there] = [mine.before, mine.after, other.after].map((entry) => linesOf(store, entry));
  if (!before || !here || !there) return false;
  const [changes, others] = [diffLines(before, here), diffLines(before, there)];
  return changes.every((change) =>
    others.every((rival) => isApart(change, rival) || isSame(change, here, rival, there)),
  );
}

/** The lines of a file; undefined for what is none, and for what is no text. */
function linesOf(store: GitStore, entry: TreeEntry | undefined): string[] | undefined {
  if (entry?.mode !== MODES.file && entry?.mode !== MODES.executable) return undefined;
  const object = findObject(store, entry.sha);
  if (object?.type !== "blob" || isBinary(object.content)) return undefined;
  return (
    Buffer.from(object.content)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

/** Changes that touch have no line between them to tell whose comes first. */
function isApart(a: LineChange, b: LineChange): boolean {
  return a.oldStart + a.oldCount < b.oldStart || b.oldStart + b.oldCount < a.oldStart;
}

function isSame(a: LineChange, aLines: readonly string[], b: LineChange, bLines: readonly string[]): boolean {
  if (a.oldStart !== b.oldStart || a.oldCount !== b.oldCount || a.newCount !== b.newCount) return false;
  for (let at = 0; at < a.newCount; at++) if (aLines[a.newStart + at] !== bLines[b.newStart + at]) return false;
  return true;
}
