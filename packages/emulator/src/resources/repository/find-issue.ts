import { canSeeRepository } from "../../callers/permission.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { gone, type HttpError, notFound, redirect, requireFound } from "../../http-error.ts";
import { type Issue, type IssueComment, issueComments, issues } from "../../state/issues.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import { getRepository } from "../../state/repositories.ts";

/**
 * Returns the issue or pull request with a number.
 * @param rest the rest of the path, of an operation on something of the issue
 * @throws HttpError 301 if it was transferred to a repository that the caller can see, 410 if it was deleted or the
 * repository has issues disabled, 404 otherwise
 */
export function requireIssue(call: RepositoryCall, number: number, rest = ""): Issue {
  const issue = requireFound(issues.find(call.context.db, { repository_id: call.repository.id, number }));
  if (issue.moved_number !== null) throw movedTo(call, issue, rest);
  if (issue.deleted_at !== null) throw gone("This issue was deleted");
  if (isDisabled(call, issue)) throw gone("Issues are disabled for this repo");
  return issue;
}

/** Like {@link requireIssue}, for an operation that lists something of the issue: a redirect leads to the same page. */
export function requireListedIssue(call: RepositoryCall, number: number, rest: string): Issue {
  const { limit, page } = call.page;
  return requireIssue(call, number, `${rest}?per_page=${limit}&page=${page}`);
}

/** Like {@link requireIssue}, but throws 404 for transferred and deleted issues and if issues are disabled. */
export function requireWritableIssue(call: RepositoryCall, number: number): Issue {
  const issue = issues.find(call.context.db, { repository_id: call.repository.id, number });
  if (!issue || issue.moved_number !== null || issue.deleted_at !== null || isDisabled(call, issue)) throw notFound();
  return issue;
}

/** A comment with its issue. */
export interface CommentOfIssue {
  readonly comment: IssueComment;
  readonly issue: Issue;
}

/**
 * Returns a comment with its issue.
 * @throws HttpError 404, also for comments on issues that are gone
 */
export function requireComment(call: RepositoryCall, id: number): CommentOfIssue {
  const { db } = call.context;
  const comment = requireFound(issueComments.find(db, { id }));
  const issue = requireFound(issues.find(db, { repository_id: call.repository.id, id: comment.issue_id }));
  if (issue.moved_number !== null || issue.deleted_at !== null || isDisabled(call, issue)) throw notFound();
  return { comment, issue };
}

function isDisabled({ context: { db }, repository }: RepositoryCall, { id }: Issue): boolean {
  return !repository.settings.has_issues && !pullRequests.has(db, { issue_id: id });
}

/** Redirect to a transferred issue, or 404 if the caller can't see its repository. */
function movedTo({ context, caller }: RepositoryCall, { moved_to, moved_number }: Issue, rest: string): HttpError {
  const target = moved_to === null ? undefined : getRepository(context.db, moved_to);
  if (!target || !canSeeRepository(context, caller, target)) return notFound();
  return redirect("GET", `${context.apiUrl}/repositories/${target.id}/issues/${moved_number}${rest}`);
}
