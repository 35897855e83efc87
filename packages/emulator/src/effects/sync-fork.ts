import { commitsSince } from "../git/history.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { copyObjects, findRef } from "../state/git-store.ts";
import { fullNameOf, getRepository } from "../state/repositories.ts";
import { mergeIntoBranch } from "./merge-branch.ts";
import { updateRef } from "./update-ref.ts";

/** The result of updating a fork's branch. */
export interface ForkSync {
  readonly type: "merge" | "fast-forward" | "none" | "conflict" | "unavailable";
  readonly message: string;
  /** The parent's branch: `acme:main`. */
  readonly upstream: string;
}

/** Updates a fork's branch from the branch of the same name in its parent; creates it if necessary. */
export function syncFork(updateContext: RefUpdateContext, branch: string): ForkSync {
  const { context, repository } = updateContext;
  const { db } = context;
  const ref = `refs/heads/${branch}`;
  const parent = repository.parent_id === null ? undefined : getRepository(db, repository.parent_id);
  if (!parent) return { type: "unavailable", message: "Repository is not a fork.", upstream: "" };
  const parentStore = { db, repositoryId: parent.id };
  const store = { db, repositoryId: repository.id };
  const [owner = ""] = fullNameOf(db, parent).split("/");
  const upstream = `${owner}:${branch}`;
  const commit = findRef(parentStore, ref);
  if (commit === undefined)
    return { type: "unavailable", message: `The upstream branch ${upstream} does not exist.`, upstream };
  copyObjects(parentStore, store);
  const before = findRef(store, ref);
  if (before !== undefined && commitsSince(store, before, commit).length === 0)
    return { type: "none", message: `This branch is not behind the upstream ${upstream}.`, upstream };
  if (before === undefined || commitsSince(store, commit, before).length === 0) {
    updateRef(updateContext, { ref, before, after: commit, isForkSync: true });
    const message = `Successfully fetched and fast-forwarded from upstream ${upstream}.`;
    return { type: "fast-forward", message, upstream };
  }
  const message = `Merge branch '${upstream}' into ${branch}`;
  const merged = mergeIntoBranch(updateContext, { branch, commit, message, isForkSync: true });
  if (merged === null) return { type: "conflict", message: "There are merge conflicts", upstream };
  return { type: "merge", message: `Successfully fetched and merged from upstream ${upstream}.`, upstream };
}
