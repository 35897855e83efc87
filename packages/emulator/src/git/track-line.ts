import type { GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { textOf } from "./compare.ts";
import { diffLines } from "./line-diff.ts";
import { segmentsOf } from "./path.ts";
import { findEntry } from "./tree.ts";

/** A line of a file in a commit. */
export interface CommitLine {
  readonly commit: string;
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Returns the number of the same line in a later commit; undefined if it was changed or removed. */
export function trackLine(store: GitStore, { commit, path, line }: CommitLine, later: string): number | undefined {
  const linesAt = (sha: string) =>
    Buffer.from(textOf(store, findEntry(store, readCommit(store, sha).tree, segmentsOf(path))))
      .toString("latin1")
      .split("\n");
  let shift = 0;
  for (const { oldStart, oldCount, newCount } of diffLines(linesAt(commit), linesAt(later))) {
    if (oldStart >= line) break;
    if (oldStart + oldCount >= line) return undefined;
    shift += newCount - oldCount;
  }
  return line + shift;
}
