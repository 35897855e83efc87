import type { EmulatorContext } from "../emulator-context.ts";
import { fetchForkObjects, tipsOf } from "../git/pull-request-changes.ts";
import { findObjectHeader, findRef, type GitStore, listRefs, type Ref } from "../state/git-store.ts";
import { pullRequestsOf } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { tagChain } from "./object-links.ts";

/** Version of the emulator as git's protocol names it. */
export const AGENT = "agent=git/forgehand-emulator";

/** Prefix of the refs with the heads of pull requests, which only the service itself writes. */
export const PULL_REFS = "refs/pull/";

/** The branch that HEAD stands for. */
interface HeadRef {
  readonly target: string;
  /** Undefined if the branch doesn't exist. */
  readonly sha: string | undefined;
}

export function headOf(store: GitStore, { default_branch }: Repository): HeadRef {
  const target = `refs/heads/${default_branch}`;
  return { target, sha: findRef(store, target) };
}

/**
 * Lists the refs that clients can fetch, by name.
 * @param prefixes those of the requested refs; all if empty
 */
export function listFetchableRefs(
  { db }: EmulatorContext,
  { id }: Repository,
  prefixes: readonly string[] = [],
): readonly Ref[] {
  const store = { db, repositoryId: id };
  const isRequested = (name: string) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const stored = listRefs(store, "refs/");
  const asksForPulls =
    prefixes.length === 0 || prefixes.some((prefix) => prefix.startsWith(PULL_REFS) || PULL_REFS.startsWith(prefix));
  const pulls = asksForPulls ? pullRequestsOf(db, id) : [];
  const heads = pulls.flatMap((pull) => {
    const { head } = tipsOf(db, pull);
    if (head === undefined || !fetchForkObjects(store, pull, head)) return [];
    return [{ name: `${PULL_REFS}${pull.number}/head`, sha: head }];
  });
  return [...stored, ...heads].filter(({ name }) => isRequested(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the object that an annotated tag stands for; undefined for other objects. */
export function peelObject(store: GitStore, sha: string): string | undefined {
  return findObjectHeader(store, sha)?.type === "tag" ? tagChain(store, sha).at(-1)?.sha : undefined;
}
