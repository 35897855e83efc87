import type { GitStore } from "../state/git-store.ts";
import { type Commit, readCommit } from "./commit.ts";
import { commitsSince } from "./history.ts";
import { segmentsOf } from "./path.ts";
import { findEntry } from "./tree.ts";

/** A commit in a log. */
export interface LoggedCommit extends Commit {
  readonly sha: string;
}

/** Returns a commit and its ancestors, newest first. */
export function readLog({ db, repositoryId }: GitStore, head: string): readonly LoggedCommit[] {
  const store = { db, repositoryId };
  return db.memoize(`log ${repositoryId} ${head}`, () =>
    commitsSince(store, undefined, head).map((sha) => ({ ...readCommit(store, sha), sha })),
  );
}

/**
 * Returns the commits of a log that changed a file or folder. As in `git log`, only the parent with the same content of a
 * merge is followed, if there is one.
 */
export function commitsOfPath(store: GitStore, head: string, path: string): readonly LoggedCommit[] {
  const segments = segmentsOf(path);
  return store.db.memoize(`log ${store.repositoryId} ${head} ${path}`, () => {
    const log = readLog(store, head);
    const bySha = new Map(log.map((commit) => [commit.sha, commit]));
    const contents = new Map<string, string>();
    /** Returns the content at the path, which is empty if there is none. */
    const contentOf = ({ sha, tree }: LoggedCommit) => {
      const known = contents.get(sha);
      if (known !== undefined) return known;
      const entry = findEntry(store, tree, segments);
      const content = entry ? `${entry.mode} ${entry.sha}` : "";
      contents.set(sha, content);
      return content;
    };
    const followed = new Set([head]);
    const changing = new Set<string>();
    for (const sha of followed) {
      const commit = bySha.get(sha);
      if (!commit) continue;
      const parents = commit.parents.flatMap((parent) => bySha.get(parent) ?? []);
      const content = contentOf(commit);
      const same = parents.find((parent) => contentOf(parent) === content);
      if (same) followed.add(same.sha);
      else {
        if (parents.length > 0 || content !== "") changing.add(sha);
        for (const parent of parents) followed.add(parent.sha);
      }
    }
    return log.filter(({ sha }) => changing.has(sha));
  });
}
