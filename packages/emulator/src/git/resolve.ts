import { findObjectsByPrefix, findRef, type GitStore } from "../state/git-store.ts";
import { peelTag } from "./tag.ts";

/**
 * Resolves a short or full ref name (`refs/heads/main`) to a commit. Branches take precedence over tags.
 * @param find looks up a full ref name
 */
export function peelRef(store: GitStore, name: string, find: (ref: string) => string | undefined): string | undefined {
  for (const full of [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name]) {
    const sha = find(full);
    if (sha !== undefined) return peelTag(store, sha);
  }
  return undefined;
}

/**
 * Resolves a branch, a tag or a commit id to a commit. Ids can be shortened to at least seven digits if they are
 * unique.
 */
export function resolveCommit(store: GitStore, name: string): string | undefined {
  const byName = peelRef(store, name, (ref) => findRef(store, ref));
  if (byName !== undefined || !/^[0-9a-f]{7,40}$/i.test(name)) return byName;
  const commits = new Set(
    findObjectsByPrefix(store, name.toLowerCase()).flatMap(({ sha }) => peelTag(store, sha) ?? []),
  );
  return commits.size === 1 ? [...commits][0] : undefined;
}
