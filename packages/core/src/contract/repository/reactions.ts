import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { REACTION_CONTENTS } from "../issue-values.ts";
import { Reaction } from "../objects/reaction.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { issuePath } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

const commentPath = () => z.object({ comment_id: z.int() });
const content = () => z.enum(REACTION_CONTENTS);

const reactions = () => ({
  ...list(Reaction.schema(), { content: z.optional(content()) }),
  access: publicReadAccess("issues"),
});

const react = () =>
  ({
    body: z.object({ content: content() }),
    success: { 200: Reaction.schema(), 201: Reaction.schema() },
    otherStatuses: [422],
    access: permissionAccess("issues", "write", [WRITE_REPO_SCOPES]),
    retry: "idempotent",
  }) as const satisfies Definition;

/**
 * Lists the reactions to an issue or a pull request.
 * @see https://docs.github.com/rest/reactions/reactions#list-reactions-for-an-issue
 */
export const listIssueReactions = operation("GET /repos/{owner}/{repo}/issues/{issue_number}/reactions", () => ({
  path: issuePath(),
  ...reactions(),
  otherStatuses: [404, 410],
}));

/**
 * Reacts to an issue or a pull request. If the caller already reacted like this, returns that reaction (status 200).
 * @see https://docs.github.com/rest/reactions/reactions#create-reaction-for-an-issue
 */
export const createIssueReaction = operation("POST /repos/{owner}/{repo}/issues/{issue_number}/reactions", () => ({
  path: issuePath(),
  ...react(),
}));

/**
 * Lists the reactions to a comment on an issue or a pull request.
 * @see https://docs.github.com/rest/reactions/reactions#list-reactions-for-an-issue-comment
 */
export const listIssueCommentReactions = operation(
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  () => ({
    path: commentPath(),
    ...reactions(),
    otherStatuses: [404],
  }),
);

/**
 * Reacts to a comment on an issue or a pull request. If the caller already reacted like this, returns that reaction
 * (status 200).
 * @see https://docs.github.com/rest/reactions/reactions#create-reaction-for-an-issue-comment
 */
export const createIssueCommentReaction = operation(
  "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  () => ({
    path: commentPath(),
    ...react(),
  }),
);
