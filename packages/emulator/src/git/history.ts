import type { GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";

/** Returns a commit with all of its ancestors. */
function ancestorsOf(store: GitStore, sha: string): Set<string> {
  const visited = new Set([sha]);
  for (const commit of visited) for (const parent of readCommit(store, commit).parents) visited.add(parent);
  return visited;
}

/**
 * Returns the best common ancestors of two commits: those that aren't ancestors of another common one. There are
 * several after criss-cross merges, and none if the histories are unrelated.
 */
export function mergeBases(store: GitStore, first: string, second: string): string[] {
  const firstAncestors = ancestorsOf(store, first);
  const candidates: string[] = [];
  const visited = new Set([second]);
  for (const commit of visited) {
    if (firstAncestors.has(commit)) candidates.push(commit);
    else for (const parent of readCommit(store, commit).parents) visited.add(parent);
  }
  if (candidates.length < 2) return candidates;
  // A common ancestor that is found first can be an ancestor of another one.
  const ancestors = new Map(candidates.map((base) => [base, ancestorsOf(store, base)]));
  return candidates.filter((base) =>
    candidates.every((candidate) => candidate === base || !ancestors.get(candidate)?.has(base)),
  );
}

/** Returns the common ancestor that a comparison starts from; the newest if there are several. */
export function mergeBase(store: GitStore, first: string, second: string): string | undefined {
  const timeOf = (sha: string) => readCommit(store, sha).committer.seconds;
  return mergeBases(store, first, second).toSorted((a, b) => timeOf(b) - timeOf(a))[0];
}

/** Returns the commits that are reachable from `head` but not from `base`, newest first. */
export function commitsSince(store: GitStore, base: string | undefined, head: string): string[] {
  const known = base === undefined ? new Set<string>() : ancestorsOf(store, base);
  const newCommits = [...ancestorsOf(store, head)].filter((sha) => !known.has(sha));
  const times = new Map(newCommits.map((sha) => [sha, readCommit(store, sha).committer.seconds]));
  return newCommits.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}

/** Returns all commits reachable from the heads, parents before their children. */
export function topologicalOrder(store: GitStore, heads: Iterable<string>): string[] {
  const ordered = new Set<string>();
  for (const head of heads) {
    const path = [head];
    for (let sha = path.at(-1); sha !== undefined; sha = path.at(-1)) {
      const unvisitedParent = readCommit(store, sha).parents.find((parent) => !ordered.has(parent));
      if (unvisitedParent !== undefined && !ordered.has(sha)) path.push(unvisitedParent);
      else ordered.add(path.pop() ?? sha);
    }
  }
  return [...ordered];
}
