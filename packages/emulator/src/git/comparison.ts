import { copyObjects, findObjectHeader, type GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { compareCommits, type FileChange } from "./compare.ts";
import { formatDiff } from "./format-diff.ts";
import { formatPatches } from "./format-patch.ts";
import { commitsSince, mergeBase } from "./history.ts";
import { resolveCommit } from "./resolve.ts";

/** Formats of changes as text, as git has them. */
export type TextFormat = "diff" | "patch";

/**
 * Resolves a range of two commits: `base...head`. Names can start with the owner of the repository or of another one in
 * its network: `owner:base`.
 * @param findFork returns an owner's repository in the network; by default, there are no others
 * @returns undefined if one of them doesn't exist
 */
export function resolveRange(
  store: GitStore,
  owner: string,
  range: string,
  findFork: (owner: string) => GitStore | undefined = () => undefined,
): CommitRange | undefined {
  const at = range.indexOf("...");
  if (at < 0) return undefined;
  const resolve = (name: string) => {
    const [, prefix, ref = ""] = /^([^:]*):(.*)$/.exec(name) ?? [];
    if (prefix === undefined) return resolveCommit(store, name);
    if (prefix.toLowerCase() === owner.toLowerCase()) return resolveCommit(store, ref);
    const fork = findFork(prefix);
    const commit = fork && resolveCommit(fork, ref);
    if (fork && commit !== undefined && !findObjectHeader(store, commit)) copyObjects(fork, store);
    return commit;
  };
  const [base, head] = [resolve(range.slice(0, at)), resolve(range.slice(at + 3))];
  return base === undefined || head === undefined ? undefined : { base, head };
}

export interface CommitRange {
  readonly base: string;
  readonly head: string;
}

/** Returns the changes of a commit to its first parent. */
export function changesOfCommit(store: GitStore, commit: string): Comparison {
  return { commits: [commit], files: compareCommits(store, readCommit(store, commit).parents[0], commit) };
}

/** The commits that a head has in addition to a base, and the files that they change. */
export interface Comparison {
  /** Newest first. */
  readonly commits: readonly string[];
  readonly files: readonly FileChange[];
}

/** Compares two commits from their common ancestor on. */
export function compareBranches(store: GitStore, base: string, head: string): Comparison {
  return {
    commits: commitsSince(store, base, head),
    files: compareCommits(store, mergeBase(store, base, head), head),
  };
}

/** Formats a comparison: its difference, or one patch for each commit. */
export function formatComparison(store: GitStore, { commits, files }: Comparison, format: TextFormat): Uint8Array {
  if (format === "patch") return formatPatches(store, commits.toReversed());
  return Buffer.from(formatDiff(store, files, { hasBinaries: false }), "latin1");
}
