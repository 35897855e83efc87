import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import * as states from "../state/issue-transitions.ts";
import { getIssue, type Issue, issues, nextIssueNumber } from "../state/issues.ts";
import type { Label } from "../state/labels.ts";
import type { Milestone } from "../state/milestones.ts";
import { pullRequestOf } from "../state/pull-requests.ts";
import { timestamp } from "../timestamp.ts";
import { assignUsers } from "./issue-assignees.ts";
import { emitIssueChange, type IssueChange } from "./issue-change.ts";
import { recordIssueEvent } from "./issue-events.ts";
import { addIssueLabels } from "./issue-labels.ts";
import { setIssueMilestone } from "./issue-milestone.ts";
import { closePullRequest, editPullRequest, reopenPullRequest } from "./pull-requests.ts";

/** A new issue. */
export interface NewIssue {
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly Label[];
  readonly assignees: readonly Account[];
  readonly milestone: Milestone | null;
}

/** Opens an issue. Labels, assignees and the milestone have events of their own. */
export function openIssue(
  context: EmulatorContext,
  { repository, sender }: Omit<IssueChange, "issue">,
  { title, body, labels, assignees, milestone }: NewIssue,
): Issue {
  const { db } = context;
  const now = timestamp(context.now());
  const issue = issues.insert(db, {
    repository_id: repository.id,
    number: nextIssueNumber(db, repository.id),
    user_id: sender.id,
    title,
    body,
    state: "open",
    locked: false,
    created_at: now,
    updated_at: now,
  });
  const change = { repository, issue, sender };
  emitIssueChange(context, change, "opened");
  addIssueLabels(context, change, labels);
  assignUsers(context, change, assignees);
  setIssueMilestone(context, change, milestone);
  return getIssue(db, issue.id);
}

/** Changes the title or the body of an issue or pull request. */
export function editIssue(
  context: EmulatorContext,
  change: IssueChange,
  { title = change.issue.title, body = change.issue.body }: { readonly title?: string; readonly body?: string | null },
): Issue {
  const { issue, repository, sender } = change;
  if (title === issue.title && body === issue.body) return issue;
  const pull = pullRequestOf(context.db, issue.id);
  if (pull) {
    editPullRequest({ context, repository, sender }, pull, { title, body });
    return getIssue(context.db, issue.id);
  }
  issues.update(context.db, { id: issue.id }, { title, body, updated_at: timestamp(context.now()) });
  if (title !== issue.title) {
    recordIssueEvent(context, issue, sender, "renamed", { rename: { from: issue.title, to: title } });
  }
  return emitIssueChange(context, change, "edited", {
    changes: {
      ...(title === issue.title ? {} : { title: { from: issue.title } }),
      // The body of an issue without one was empty.
      ...(body === issue.body ? {} : { body: { from: issue.body ?? "" } }),
    },
  });
}

/** The reason for closing an issue, and the commit that closes it. Pull requests have no reason. */
export interface ClosingCause {
  readonly reason: NonNullable<Issue["state_reason"]>;
  readonly commitSha?: string | undefined;
}

/** Closes an issue, or a pull request without merging it. */
export function closeIssue(context: EmulatorContext, change: IssueChange, { reason, commitSha }: ClosingCause): Issue {
  const { db } = context;
  const { issue, repository, sender } = change;
  const pull = pullRequestOf(db, issue.id);
  if (pull) {
    closePullRequest({ context, repository, sender }, pull);
    return getIssue(db, issue.id);
  }
  states.closeIssue(db, issue, reason, timestamp(context.now()));
  recordIssueEvent(context, issue, sender, "closed", { commitSha, state_reason: reason });
  return emitIssueChange(context, change, "closed");
}

/** Reopens an issue or a pull request. */
export function reopenIssue(context: EmulatorContext, change: IssueChange): Issue {
  const { db } = context;
  const { issue, repository, sender } = change;
  const pull = pullRequestOf(db, issue.id);
  if (pull) {
    reopenPullRequest({ context, repository, sender }, pull);
    return getIssue(db, issue.id);
  }
  states.reopenIssue(db, issue, timestamp(context.now()));
  recordIssueEvent(context, issue, sender, "reopened", { state_reason: null });
  return emitIssueChange(context, change, "reopened");
}

/** Deletes an issue. */
export function deleteIssue(context: EmulatorContext, change: IssueChange): Issue {
  states.deleteIssue(context.db, change.issue, timestamp(context.now()));
  return emitIssueChange(context, change, "deleted");
}
