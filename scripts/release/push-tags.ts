import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkActionCommit } from "./action-commit.ts";
import { git, remoteTags } from "./git.ts";
import { ReleaseError } from "./release-error.ts";
import type { ReleaseManifest } from "./release-manifest.ts";
import { majorTag, newestTag, versionTag } from "./versions.ts";

/** Tags to set, with their commits. */
export type TagUpdates = ReadonlyMap<string, string>;

/**
 * Returns the tags of a remote that must be set. The major tag, such as `v1`, follows the newest version and never
 * moves back.
 * @throws ReleaseError if the version's tag is on another commit
 */
export function planTagUpdates(tags: ReadonlyMap<string, string>, version: string, commit: string): TagUpdates {
  const tag = versionTag(version);
  const current = tags.get(tag);
  if (current !== undefined && current !== commit) {
    throw new ReleaseError(`${tag} must be on ${commit}, got ${current}: its bundle was not built from its sources.`);
  }
  const desiredTags = new Map([...tags, [tag, commit]]);
  const major = majorTag(version);
  const newest = desiredTags.get(newestTag(desiredTags.keys(), major) ?? tag) ?? commit;
  return new Map([
    ...(current === undefined ? [[tag, commit] as const] : []),
    ...(tags.get(major) === newest ? [] : [[major, newest] as const]),
  ]);
}

/** Sets the tags to the action's commit, atomically. */
export function pushTags(
  manifest: ReleaseManifest,
  folder: string,
  root: string,
  scratch: string,
  log: (line: string) => void,
): void {
  const remote = git(root, "remote", "get-url", "origin");
  const { commit, gitBundle, files } = manifest.action;
  const bare = join(scratch, "tags.git");
  rmSync(bare, { recursive: true, force: true });
  git(root, "clone", "--quiet", "--bare", root, bare);
  git(bare, "fetch", "--quiet", resolve(folder, gitBundle.file), `refs/tags/${versionTag(manifest.version)}`);
  checkActionCommit(bare, { commit, source: manifest.source, files });
  const tags = remoteTags(root, remote);
  const updates = planTagUpdates(tags, manifest.version, commit);
  const major = majorTag(manifest.version);
  if (updates.size === 0) {
    log(`${versionTag(manifest.version)} and ${major} are up to date`);
    return;
  }
  // If the major tag must be on a newer version, its commit was not built here.
  for (const tagCommit of updates.values()) if (tagCommit !== commit) git(bare, "fetch", "--quiet", remote, tagCommit);
  git(
    ...[bare, "push", "--quiet", "--atomic"],
    // Rejects the push if the major tag has changed in the meantime. A version's own tag is never moved.
    `--force-with-lease=refs/tags/${major}:${tags.get(major) ?? ""}`,
    ...[remote, ...Array.from(updates, ([tag, tagCommit]) => `${tagCommit}:refs/tags/${tag}`)],
  );
  for (const [tag, tagCommit] of updates) log(`set ${tag} to ${tagCommit}`);
}
