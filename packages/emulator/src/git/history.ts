import type { GitStore } from "../state/git.ts";
import { readCommit } from "./commit.ts";

/** A commit and all that it came from. */
function ancestry(store: GitStore, sha: string): Set<string> {
  const seen = new Set([sha]);
  for (const commit of seen) for (const parent of readCommit(store, commit).parents) seen.add(parent);
  return seen;
}

/**
 * The best common ancestors of two commits: those that no other common ancestor came from. Two where branches were merged
 * crosswise, none where nothing is shared.
 */
export function mergeBases(store: GitStore, one: string, other: string): string[] {
  const ours = ancestry(store, one);
  const met: string[] = [];
  const seen = new Set([other]);
  for (const commit of seen) {
    if (ours.has(commit)) met.push(commit);
    else for (const parent of readCommit(store, commit).parents) seen.add(parent);
  }
  if (met.length < 2) return met;
  // Where the ways first meet is not always the last that they share.
  const behind = new Map(met.map((base) => [base, ancestry(store, base)]));
  return met.filter((base) => met.every((rival) => rival === base || !behind.get(rival)?.has(base)));
}

/** The common ancestor that a comparison starts from; the youngest where there are two. */
export function mergeBase(store: GitStore, one: string, other: string): string | undefined {
  const age = (sha: string) => readCommit(store, sha).committer.seconds;
  return mergeBases(store, one, other).toSorted((a, b) => age(b) - age(a))[0];
}

/** The commits that lead to `head` and not to `base`, the newest first: what a pull request brings. */
export function commitsSince(store: GitStore, base: string | undefined, head: string): string[] {
  const known = base === undefined ? new Set<string>() : ancestry(store, base);
  const fresh = [...ancestry(store, head)].filter((sha) => !known.has(sha));
  const ages = new Map(fresh.map((sha) => [sha, readCommit(store, sha).committer.seconds]));
  return fresh.toSorted((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0));
}

/** Everything that leads to these commits, parents before their children. */
export function inOrder(store: GitStore, heads: Iterable<string>): string[] {
  const ordered = new Set<string>();
  for (const head of heads) {
    const path = [head];
    for (let sha = path.at(-1); sha !== undefined; sha = path.at(-1)) {
      const waiting = readCommit(store, sha).parents.find((parent) => !ordered.has(parent));
      if (waiting !== undefined && !ordered.has(sha)) path.push(waiting);
      else ordered.add(path.pop() ?? sha);
    }
  }
  return [...ordered];
}
