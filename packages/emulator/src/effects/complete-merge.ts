import { pullRequestEvent } from "../deliveries/events/pull-requests.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { currentEnds } from "../git/pull-request-changes.ts";
import type { Account } from "../state/accounts.ts";
import * as states from "../state/pull-request-transitions.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { closeReferencedIssues } from "./close-referenced-issues.ts";
import { recordIssueEvent } from "./issue-events.ts";

/** Repository of a merge, and the account that merges. */
export interface MergeContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly sender: Account;
}

/** Marks a pull request as merged and closed. In the default branch, it closes the issues that its body refers to. */
export function completeMerge(
  { context, repository, sender }: MergeContext,
  pull: PullRequest,
  merge_commit_sha: string | null,
  fixedCommits: states.FixedCommits = currentEnds(context.db, pull),
): void {
  const { db, deliveries } = context;
  const now = timestamp(context.now());
  states.closePullRequest(db, pull, fixedCommits, now);
  states.setMerged(db, pull, { merged_by: sender.id, merge_commit_sha }, now);
  const issue = { id: pull.issue_id };
  recordIssueEvent(context, issue, sender, "merged", { commitSha: merge_commit_sha ?? undefined });
  recordIssueEvent(context, issue, sender, "closed", { state_reason: null });
  const after = findPullRequest(db, repository.id, pull.number) ?? pull;
  deliveries.emit(repository.id, pullRequestEvent(context, repository, after, sender, "closed"));
  if (pull.base === repository.default_branch) closeReferencedIssues(context, { repository, sender }, pull.body ?? "");
}
