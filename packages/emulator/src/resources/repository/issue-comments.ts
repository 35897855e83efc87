import {
  createIssueComment,
  deleteIssueComment,
  getIssueComment,
  listIssueComments,
  listRepositoryIssueComments,
  updateIssueComment,
} from "@forgehand/core/operations";
import { effectivePermission } from "../../callers/permission.ts";
import * as effects from "../../effects/issue-comments.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { renderIssueComment } from "../../objects/issue-comment.ts";
import { commentsOf, repositoryComments } from "../../state/issue-comments.ts";
import { getIssue, type IssueComment } from "../../state/issues.ts";
import { includesPermission } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { checkUnlocked } from "../shared/locked-conversation.ts";
import { requireComment, requireIssue, requireListedIssue } from "./find-issue.ts";
import { checkBody, fieldError } from "./issue-input.ts";

export const issueComments = [
  repositoryHandler(listRepositoryIssueComments, ({ sort = "created", direction = "asc", since }, call) => {
    const { context, repository, page } = call;
    const filter = { sort, direction, since: toTimestamp(since) };
    return renderPage(call, repositoryComments(context.db, repository.id, filter, page), (comment) =>
      renderIssueComment(context, repository, getIssue(context.db, comment.issue_id), comment),
    );
  }),

  repositoryHandler(getIssueComment, ({ comment_id }, call) => {
    const { issue, comment } = requireComment(call, comment_id);
    return renderIssueComment(call.context, call.repository, issue, comment);
  }),

  repositoryHandler(updateIssueComment, ({ comment_id, body }, call) => {
    const { context, repository } = call;
    const { issue, comment } = requireChangeableComment(call, comment_id);
    const change = { repository, issue, sender: requireActor(call) };
    const edited = effects.editIssueComment(context, change, comment, readBody(body));
    return renderIssueComment(context, repository, issue, edited);
  }),

  repositoryHandler(deleteIssueComment, ({ comment_id }, call) => {
    const { issue, comment } = requireChangeableComment(call, comment_id);
    const change = { repository: call.repository, issue, sender: requireActor(call) };
    effects.deleteIssueComment(call.context, change, comment);
  }),

  repositoryHandler(listIssueComments, ({ issue_number, since }, call) => {
    const { context, repository, page } = call;
    const issue = requireListedIssue(call, issue_number, "/comments");
    return renderPage(call, commentsOf(context.db, issue.id, toTimestamp(since), page), (comment) =>
      renderIssueComment(context, repository, issue, comment),
    );
  }),

  repositoryHandler(createIssueComment, ({ issue_number, body }, call) => {
    const { context, repository, caller } = call;
    const issue = requireIssue(call, issue_number);
    checkUnlocked(call, issue);
    if (caller.user) checkInteraction(context, repository, caller.user);
    const change = { repository, issue, sender: requireActor(call) };
    return renderIssueComment(context, repository, issue, effects.commentOnIssue(context, change, readBody(body)));
  }),
];

const toTimestamp = (time: string | undefined) => (time === undefined ? undefined : timestamp(new Date(time)));

/** @throws HttpError 422 if it is empty or too long */
function readBody(body: string): string {
  if (body.trim() === "") throw fieldError("IssueComment", "body", "missing_field");
  return checkBody("IssueComment", body);
}

/** Returns a comment that the caller wrote or, with push permission, any other. */
function requireChangeableComment(call: RepositoryCall, id: number) {
  const found = requireComment(call, id);
  if (!canChange(call, found.comment)) throw forbidden("Must have admin rights to Repository.");
  return found;
}

function canChange(call: RepositoryCall, { user_id }: IssueComment): boolean {
  const { context, repository, caller } = call;
  if (user_id === requireActor(call).id) return true;
  return includesPermission(effectivePermission(context, caller, repository), "push");
}
