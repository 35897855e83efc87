import { findObject, type GitStore } from "../state/git.ts";
import { compareCommits, type FileChange } from "./compare.ts";
import { mergeBase } from "./history.ts";
import { diffLines, type LineChange } from "./line-diff.ts";
import { isBinary } from "./patch.ts";
import { MODES, type TreeEntry } from "./tree.ts";

/**
 * Can one commit be merged into another without anybody's help? Not where both sides changed the same lines, or the same
 * thing in ways that no lines tell; nor where they have no past in common.
 */
export function mergesCleanly(store: GitStore, into: string, from: string): boolean {
  const base = mergeBase(store, into, from);
  if (base === undefined) return false;
  const ours = compareCommits(store, base, into);
  const theirs = new Map(
    compareCommits(store, base, from).flatMap((change) => placesOf(change).map((at) => [at, change])),
  );
  return ours.every((mine) =>
    placesOf(mine).every((at) => {
      const other = theirs.get(at);
      return other === undefined || agree(store, mine, other);
    }),
  );
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
