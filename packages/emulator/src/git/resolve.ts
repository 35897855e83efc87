import { findObjectsByPrefix, findRef, type GitStore } from "../state/git.ts";
import { peel } from "./tag.ts";

/**
 * The commit that a branch or a tag names, in short or in full (`refs/heads/main`); a branch goes before a tag.
 * @param find what a full name stands for
 */
export function peelRef(store: GitStore, name: string, find: (ref: string) => string | undefined): string | undefined {
  for (const full of [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name]) {
    const sha = find(full);
    if (sha !== undefined) return peel(store, sha);
  }
  return undefined;
}

/**
 * The commit that a name stands for: a branch, a tag, or a commit's id, of which seven digits are enough where they are its
 * alone (document 3, Repository contents).
 */
export function resolveCommit(store: GitStore, name: string): string | undefined {
  const named = peelRef(store, name, (ref) => findRef(store, ref));
  if (named !== undefined || !/^[0-9a-f]{7,40}$/i.test(name)) return named;
  const commits = new Set(findObjectsByPrefix(store, name.toLowerCase()).flatMap(({ sha }) => peel(store, sha) ?? []));
  return commits.size === 1 ? [...commits][0] : undefined;
}
