import { emitPush } from "../deliveries/events/branches.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { branchProtections, formerBranches } from "../state/branch-protections.ts";
import { deleteRef, findRef } from "../state/git-store.ts";
import { pullRequests } from "../state/pull-requests.ts";
import { updateRepository } from "../state/repository-changes.ts";
import { timestamp } from "../timestamp.ts";
import { RefUpdateError, updateRef } from "./update-ref.ts";

/**
 * Renames a branch, with its protection, its pull requests and the repository's default branch. The old name redirects
 * to the new one.
 * @throws RefUpdateError if there is no such branch, or if the new name is invalid or taken
 */
export function renameBranch(updateContext: RefUpdateContext, from: string, to: string): void {
  const { context, repository, sender } = updateContext;
  const { db } = context;
  const store = { db, repositoryId: repository.id };
  const ref = `refs/heads/${from}`;
  const sha = findRef(store, ref);
  if (sha === undefined) throw new RefUpdateError("Reference does not exist");
  updateRef(updateContext, { ref: `refs/heads/${to}`, before: undefined, after: sha });
  movePullRequests(updateContext, from, to);
  if (!branchProtections.has(db, { repository_id: repository.id, pattern: to }))
    branchProtections.update(db, { repository_id: repository.id, pattern: from }, { pattern: to });
  if (repository.default_branch === from)
    updateRepository(db, repository, { default_branch: to }, timestamp(context.now()));
  deleteRef(store, ref);
  emitPush(context, repository, sender, { ref, before: sha, after: undefined });
  formerBranches.delete(db, { repository_id: repository.id, name: to });
  formerBranches.put(db, { repository_id: repository.id, name: from, new_name: to });
}

/** Changes the names of a branch in its pull requests: those from it, and the open ones into it. */
function movePullRequests({ context: { db }, repository }: RefUpdateContext, from: string, to: string): void {
  pullRequests.update(db, { head_repository_id: repository.id, head: from }, { head: to });
  const ofRepository = "issue_id IN (SELECT id FROM issues WHERE repository_id = ? AND state = 'open')";
  db.run(`UPDATE pull_requests SET base = ? WHERE base = ? AND ${ofRepository}`, to, from, repository.id);
}
