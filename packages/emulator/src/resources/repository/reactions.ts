import {
  createIssueCommentReaction,
  createIssueReaction,
  listIssueCommentReactions,
  listIssueReactions,
} from "@forgehand/core/operations";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { renderReaction } from "../../objects/reaction.ts";
import type { Reaction } from "../../state/issues.ts";
import { addReaction, type ReactionSubject, reactionsTo } from "../../state/reactions.ts";
import { timestamp } from "../../timestamp.ts";
import { requireComment, requireListedIssue, requireWritableIssue } from "./find-issue.ts";

export const reactions = [
  repositoryHandler(listIssueReactions, ({ issue_number, content }, call) =>
    listReactions(call, { issue: requireListedIssue(call, issue_number, "/reactions").id }, content),
  ),

  repositoryHandler(createIssueReaction, ({ issue_number, content }, call) =>
    react(call, { issue: requireWritableIssue(call, issue_number).id }, content),
  ),

  repositoryHandler(listIssueCommentReactions, ({ comment_id, content }, call) =>
    listReactions(call, { comment: requireComment(call, comment_id).comment.id }, content),
  ),

  repositoryHandler(createIssueCommentReaction, ({ comment_id, content }, call) =>
    react(call, { comment: requireComment(call, comment_id).comment.id }, content),
  ),
];

function listReactions(call: RepositoryCall, subject: ReactionSubject, content: Reaction | undefined) {
  const { context, page } = call;
  const rowPage = reactionsTo(context.db, subject, content, page);
  return renderPage(call, rowPage, (reaction) => renderReaction(context, reaction));
}

function react(call: RepositoryCall, subject: ReactionSubject, content: Reaction) {
  const { context } = call;
  const given = { user_id: requireActor(call).id, content, created_at: timestamp(context.now()) };
  const { reaction, isNew } = addReaction(context.db, subject, given);
  return reply(isNew ? 201 : 200, renderReaction(context, reaction));
}
