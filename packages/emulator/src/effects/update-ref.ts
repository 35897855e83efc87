import { emitPush } from "../deliveries/events/branches.ts";
import { isRefName } from "../git/ref-name.ts";
import {
  evaluateRulesets,
  type RefUpdateContext,
  RuleViolationError,
  recordRulesetResult,
} from "../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../rules/push-context.ts";
import {
  deleteRef,
  findObjectHeader,
  findRef,
  type GitStore,
  listRefs,
  recordPush,
  setRef,
} from "../state/git-store.ts";
import { type Repository, repositoryOf } from "../state/repositories.ts";
import { updateRepository } from "../state/repository-changes.ts";
import { timestamp } from "../timestamp.ts";
import { followPush, releaseBranch } from "./follow-push.ts";

// All updates of refs go through this module, whether they come from the API, a merge or a git push.

/** A ref update that git itself doesn't accept. Its message is GitHub's. */
export class RefUpdateError extends Error {
  override name = "RefUpdateError" as const;
}

/**
 * Updates a ref, its pull requests and emits the events. Must run in a transaction, which an error rolls back.
 * @throws RefUpdateError if git doesn't accept it
 * @throws RuleViolationError if a rule prevents it
 */
export function updateRef(updateContext: RefUpdateContext, update: ProposedRefUpdate): void {
  const { context, sender } = updateContext;
  const { ref, before, after } = update;
  let { repository } = updateContext;
  const store = { db: context.db, repositoryId: repository.id };
  checkUpdate(updateContext, store, update);
  const result = evaluateRulesets(updateContext, update);
  if (result && result.violations.length > 0) throw new RuleViolationError(result);
  if (result) recordRulesetResult(context, result);
  if (after === undefined) {
    releaseBranch(updateContext, ref);
    deleteRef(store, ref);
  } else {
    setRef(store, ref, after);
    recordPush(store, timestamp(context.now()));
    if (before === undefined) repository = adoptDefaultBranch(updateContext, store, ref);
  }
  if (!update.isUnreported) emitPush(context, repository, sender, { ref, before, after });
  followPush({ context, repository, sender }, update);
}

/**
 * Makes the first branch of a repository its default branch.
 * @returns the repository as it is now
 */
function adoptDefaultBranch({ context, repository }: RefUpdateContext, store: GitStore, ref: string): Repository {
  const { db } = context;
  const [, branch] = /^refs\/heads\/(.*)$/.exec(ref) ?? [];
  const hasDefault = findRef(store, `refs/heads/${repository.default_branch}`) !== undefined;
  if (branch === undefined || hasDefault || listRefs(store, "refs/heads/").length > 1) return repository;
  updateRepository(db, repository, { default_branch: branch }, timestamp(context.now()));
  return repositoryOf(db, repository.id);
}

/** @throws RefUpdateError */
function checkUpdate({ repository }: RefUpdateContext, store: GitStore, update: ProposedRefUpdate): void {
  const { ref, before, after } = update;
  const current = findRef(store, ref);
  if (current !== before) {
    if (current === undefined) throw new RefUpdateError("Reference does not exist");
    throw new RefUpdateError(before === undefined ? "Reference already exists" : "Reference cannot be updated");
  }
  if (ref.startsWith("refs/pull/")) throw new RefUpdateError("deny updating a hidden ref");
  if (after === undefined) {
    if (ref === `refs/heads/${repository.default_branch}`) throw new RefUpdateError("Cannot delete the default branch");
    return;
  }
  if (before === undefined) checkNewName(store, ref);
  const type = findObjectHeader(store, after)?.type;
  if (type === undefined) throw new RefUpdateError("Object does not exist");
  if (ref.startsWith("refs/heads/") && type !== "commit") throw new RefUpdateError("Reference update failed");
}

/** @throws RefUpdateError if the name is invalid, or is a folder of another ref's name or vice versa */
function checkNewName(store: GitStore, ref: string): void {
  const [root, , ...rest] = ref.split("/");
  if (root !== "refs" || rest.length === 0 || !isRefName(ref) || !isRefName(rest.join("/"))) {
    throw new RefUpdateError(`${ref} is not a valid ref name.`);
  }
  const folders = ref.split("/").map((_, index, segments) => segments.slice(0, index).join("/"));
  const isTaken =
    folders.some((folder) => folder !== "" && findRef(store, folder) !== undefined) ||
    listRefs(store, `refs/${ref.slice("refs/".length)}/`).length > 0;
  if (isTaken) throw new RefUpdateError("Reference update failed");
}
