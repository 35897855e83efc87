import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkActionCommit } from "./action-tag.ts";
import type { Made } from "./made.ts";
import { Refusal } from "./refusal.ts";
import { git, remoteTags } from "./repository.ts";
import { movingTag, newestTag, versionTag } from "./versions.ts";

/** Tags, each with the commit that it is to be put on. */
export type TagMoves = ReadonlyMap<string, string>;

/**
 * What is still to be done to a remote's tags. The moving one goes to the newest version, never back to an older one.
 * @throws Refusal where the version's tag is on another commit
 */
export function tagMoves(tags: ReadonlyMap<string, string>, version: string, commit: string): TagMoves {
  const tag = versionTag(version);
  const there = tags.get(tag);
  if (there !== undefined && there !== commit) {
    throw new Refusal(`${tag} is on ${there}, but its sources make ${commit}: the bundle on the tag is not theirs.`);
  }
  const wanted = new Map([...tags, [tag, commit]]);
  const moving = movingTag(version);
  const newest = wanted.get(newestTag(wanted.keys(), moving) ?? tag) ?? commit;
  return new Map([
    ...(there === undefined ? [[tag, commit] as const] : []),
    ...(tags.get(moving) === newest ? [] : [[moving, newest] as const]),
  ]);
}

/** Puts the tags on the action's commit, all of them or none. */
export function pushTags(made: Made, folder: string, root: string, scratch: string, say: (line: string) => void): void {
  const remote = git(root, "remote", "get-url", "origin");
  const { commit, history, files } = made.action;
  const bare = join(scratch, "tags.git");
  rmSync(bare, { recursive: true, force: true });
  git(root, "clone", "--quiet", "--bare", root, bare);
  git(bare, "fetch", "--quiet", resolve(folder, history.file), `refs/tags/${versionTag(made.version)}`);
  checkActionCommit(bare, { commit, source: made.source, files });
  const tags = remoteTags(root, remote);
  const moves = tagMoves(tags, made.version, commit);
  const moving = movingTag(made.version);
  if (moves.size === 0) {
    say(`${versionTag(made.version)} and ${moving} are there already`);
    return;
  }
  // What another tag is on was not made here.
  for (const moved of moves.values()) if (moved !== commit) git(bare, "fetch", "--quiet", remote, moved);
  git(
    ...[bare, "push", "--quiet", "--atomic"],
    // Nobody else has moved it meanwhile; a version's own tag is never moved.
    `--force-with-lease=refs/tags/${moving}:${tags.get(moving) ?? ""}`,
    ...[remote, ...Array.from(moves, ([tag, moved]) => `${moved}:refs/tags/${tag}`)],
  );
  for (const [tag, moved] of moves) say(`put ${tag} on ${moved}`);
}
