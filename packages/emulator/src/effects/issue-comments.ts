import { issueCommentEvent } from "../deliveries/events/issue-comments.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getIssue, type IssueComment, issueComments } from "../state/issues.ts";
import { timestamp } from "../timestamp.ts";
import { type IssueChange, touchIssue } from "./issue-change.ts";

/** Comments on an issue or pull request. */
export function commentOnIssue(context: EmulatorContext, change: IssueChange, body: string): IssueComment {
  const now = timestamp(context.now());
  const comment = issueComments.insert(context.db, {
    issue_id: change.issue.id,
    user_id: change.sender.id,
    body,
    created_at: now,
    updated_at: now,
  });
  touchIssue(context, change.issue);
  emitCommentEvent(context, change, comment, "created");
  return comment;
}

/** Changes the text of a comment. */
export function editIssueComment(
  context: EmulatorContext,
  change: IssueChange,
  comment: IssueComment,
  body: string,
): IssueComment {
  if (body === comment.body) return comment;
  const edited = { ...comment, body, updated_at: timestamp(context.now()) };
  issueComments.update(context.db, { id: comment.id }, { body, updated_at: edited.updated_at });
  emitCommentEvent(context, change, edited, "edited", { changes: { body: { from: comment.body } } });
  return edited;
}

/** Deletes a comment. */
export function deleteIssueComment(context: EmulatorContext, change: IssueChange, comment: IssueComment): void {
  issueComments.delete(context.db, { id: comment.id });
  touchIssue(context, change.issue);
  emitCommentEvent(context, change, comment, "deleted");
}

function emitCommentEvent(
  context: EmulatorContext,
  { repository, issue, sender }: IssueChange,
  comment: IssueComment,
  action: "created" | "edited" | "deleted",
  extraFields?: object,
): void {
  const after = { repository, issue: getIssue(context.db, issue.id) };
  context.deliveries.emit(repository.id, issueCommentEvent(context, after, comment, sender, action, extraFields));
}
