import { synchronizeEvent } from "../deliveries/events/pull-requests.ts";
import { readCommit } from "../git/commit.ts";
import { commitsSince } from "../git/history.ts";
import { currentEnds } from "../git/pull-request-changes.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../rules/push-context.ts";
import { findRef } from "../state/git-store.ts";
import { issueEvents } from "../state/issue-events.ts";
import { issues } from "../state/issues.ts";
import * as states from "../state/pull-request-transitions.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import { repositoryOf } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { closeReferencedIssues } from "./close-referenced-issues.ts";
import { completeMerge } from "./complete-merge.ts";
import { recordIssueEvent } from "./issue-events.ts";
import { closePullRequest, editPullRequest } from "./pull-requests.ts";

// Changes that follow from the update of a branch: those of its pull requests, and of issues that its commits name.

const BRANCHES = "refs/heads/";

/**
 * Applies the effects of a branch's new or moved head: pull requests from it are synchronized, those whose commits it
 * now contains are merged, and new commits on the default branch close issues.
 */
export function followPush(updateContext: RefUpdateContext, update: ProposedRefUpdate): void {
  const { context, repository } = updateContext;
  const { ref, before, after, merge } = update;
  if (!ref.startsWith(BRANCHES) || after === undefined) return;
  const branch = ref.slice(BRANCHES.length);
  if (before === undefined) recordRestoredHeads(updateContext, branch, after);
  else {
    for (const pull of states.openPullRequestsFrom(context.db, repository.id, branch))
      synchronize(updateContext, pull, { before, after });
  }
  if (branch === repository.default_branch) closeIssuesOf(updateContext, { before, after });
  // A merge completes its own pull request first.
  if (!merge) completeContained(updateContext, update);
}

/** Marks the open pull requests into a branch as merged whose commits its update added. */
export function completeContained(
  updateContext: RefUpdateContext,
  { ref, before, after, merge }: ProposedRefUpdate,
): void {
  const { context, repository } = updateContext;
  if (before === undefined || after === undefined) return;
  const newCommits = commitsSince({ db: context.db, repositoryId: repository.id }, before, after);
  for (const pull of states.openPullRequestsAt(context.db, repository.id, ref.slice(BRANCHES.length), newCommits)) {
    if (pull.id !== merge?.pull.id)
      completeMerge(updateContext, pull, after, { ...currentEnds(context.db, pull), base_sha: before });
  }
}

/** Closes the issues that the messages of new commits refer to. */
function closeIssuesOf(
  { context, repository, sender }: RefUpdateContext,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): void {
  const store = { db: context.db, repositoryId: repository.id };
  for (const sha of commitsSince(store, before, after).toReversed())
    closeReferencedIssues(context, { repository, sender }, readCommit(store, sha).message, sha);
}

function synchronize(
  { context, repository, sender }: RefUpdateContext,
  { issue_id, number, repository_id }: PullRequest,
  commits: { readonly before: string; readonly after: string },
): void {
  const { db, deliveries } = context;
  issues.update(db, { id: issue_id }, { updated_at: timestamp(context.now()) });
  const { before, after } = commits;
  if (commitsSince({ db, repositoryId: repository.id }, after, before).length > 0)
    recordIssueEvent(context, { id: issue_id }, sender, "head_ref_force_pushed", { commitSha: after });
  const pull = findPullRequest(db, repository_id, number);
  if (!pull) return;
  const baseRepository = repositoryOf(db, repository_id);
  deliveries.emit(repository_id, synchronizeEvent(context, baseRepository, pull, sender, commits));
}

/**
 * Prepares the pull requests of a branch for its deletion. Those from it are closed. Those into it are retargeted to the
 * branch that it was merged into, and closed if it wasn't merged.
 */
export function releaseBranch(updateContext: RefUpdateContext, ref: string): void {
  const { context, repository, sender } = updateContext;
  const { db } = context;
  if (!ref.startsWith(BRANCHES)) return;
  const branch = ref.slice(BRANCHES.length);
  for (const pull of states.openPullRequestsFrom(db, repository.id, branch))
    closePullRequest({ ...updateContext, repository: repositoryOf(db, pull.repository_id) }, pull);
  const tip = findRef({ db, repositoryId: repository.id }, ref);
  for (const { issue_id } of tip === undefined ? [] : states.pullRequestsFixedAt(db, repository.id, branch, tip))
    recordIssueEvent(context, { id: issue_id }, sender, "head_ref_deleted");
  const base = states.lastMergedFrom(db, repository.id, branch)?.base;
  for (const pull of states.openPullRequestsInto(db, repository.id, branch)) {
    if (base === undefined || base === branch) closePullRequest(updateContext, pull);
    else editPullRequest(updateContext, pull, { base }, "automatic_base_change_succeeded");
  }
}

/** Records that a deleted branch exists again, at the commit that closed pull requests from it are fixed at. */
function recordRestoredHeads({ context, repository, sender }: RefUpdateContext, branch: string, sha: string): void {
  const { db } = context;
  for (const { issue_id } of states.pullRequestsFixedAt(db, repository.id, branch, sha)) {
    const count = (event: "head_ref_deleted" | "head_ref_restored") => issueEvents.count(db, { issue_id, event });
    if (count("head_ref_deleted") > count("head_ref_restored"))
      recordIssueEvent(context, { id: issue_id }, sender, "head_ref_restored");
  }
}
