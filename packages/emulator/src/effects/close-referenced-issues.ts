import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { type Issue, issues } from "../state/issues.ts";
import { pullRequests } from "../state/pull-requests.ts";
import { findByFullName, grantedPermission, includesPermission, type Repository } from "../state/repositories.ts";
import { type ClosingReference, parseClosingReferences } from "./closing-references.ts";
import { recordIssueEvent } from "./issue-events.ts";
import { closeIssue } from "./issues.ts";

/**
 * Closes the open issues that closing keywords in a text refer to, in this repository and in others that the sender can
 * push to.
 * @param text the message of a commit on the default branch, or the body of a merged pull request
 * @param commitSha the commit with that message
 */
export function closeReferencedIssues(
  context: EmulatorContext,
  { repository, sender }: { readonly repository: Repository; readonly sender: Account },
  text: string,
  commitSha?: string,
): void {
  for (const reference of parseClosingReferences(text, context.webUrl)) {
    const target = findTarget(context, repository, sender, reference);
    const issue = target && findActiveIssue(context, target, reference.number);
    if (!issue) continue;
    if (commitSha !== undefined) recordIssueEvent(context, issue, sender, "referenced", { commitSha });
    if (issue.state === "closed") continue;
    closeIssue(context, { repository: target, issue, sender }, { reason: "completed", commitSha });
  }
}

function findTarget(
  { db }: EmulatorContext,
  repository: Repository,
  sender: Account,
  reference: ClosingReference,
): Repository | undefined {
  const target = reference.repository === undefined ? repository : findByFullName(db, reference.repository);
  if (!target || target.archived) return undefined;
  if (target.id === repository.id) return target;
  return includesPermission(grantedPermission(db, target, sender.id), "push") ? target : undefined;
}

/** Keywords close neither pull requests nor issues that are gone. */
function findActiveIssue({ db }: EmulatorContext, repository: Repository, number: number): Issue | undefined {
  const issue = issues.find(db, { repository_id: repository.id, number });
  if (!issue || issue.deleted_at !== null || issue.moved_number !== null) return undefined;
  return repository.settings.has_issues && !pullRequests.has(db, { issue_id: issue.id }) ? issue : undefined;
}
