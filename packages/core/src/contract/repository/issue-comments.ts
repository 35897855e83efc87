import * as z from "zod/mini";
import { sortDirection, timestamp } from "../fields.ts";
import { IssueComment } from "../objects/issue.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, get, update } from "../reads-and-writes.ts";
import { issuePath, SHARED_READ, sharedWrite } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

const path = () => z.object({ comment_id: z.int() });
const body = () => z.object({ body: z.string() });

/**
 * Lists the comments on all issues and pull requests of a repository.
 * @see https://docs.github.com/rest/issues/comments#list-issue-comments-for-a-repository
 */
export const listRepositoryIssueComments = operation("GET /repos/{owner}/{repo}/issues/comments", () => ({
  ...list(IssueComment.schema(), {
    sort: z._default(z.enum(["created", "updated"]), "created"),
    direction: z.optional(sortDirection()),
    since: z.optional(timestamp()),
  }),
  otherStatuses: [404, 422],
  access: SHARED_READ,
}));

/**
 * Gets a comment on an issue or a pull request.
 * @see https://docs.github.com/rest/issues/comments#get-an-issue-comment
 */
export const getIssueComment = operation("GET /repos/{owner}/{repo}/issues/comments/{comment_id}", () => ({
  path: path(),
  ...get({ access: SHARED_READ }, IssueComment.schema(), [404]),
}));

/**
 * Updates a comment, as its author or as a user who can push.
 * @see https://docs.github.com/rest/issues/comments#update-an-issue-comment
 */
export const updateIssueComment = operation("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", () => ({
  path: path(),
  body: body(),
  ...update({ access: sharedWrite() }, IssueComment.schema(), [422]),
}));

/**
 * Deletes a comment, as its author or as a user who can push.
 * @see https://docs.github.com/rest/issues/comments#delete-an-issue-comment
 */
export const deleteIssueComment = operation("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", () => ({
  path: path(),
  ...change({ access: sharedWrite() }),
}));

/**
 * Lists the comments on an issue or a pull request, the oldest first.
 * @see https://docs.github.com/rest/issues/comments#list-issue-comments
 */
export const listIssueComments = operation("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", () => ({
  path: issuePath(),
  ...list(IssueComment.schema(), { since: z.optional(timestamp()) }),
  otherStatuses: [404, 410],
  access: SHARED_READ,
}));

/**
 * Comments on an issue or a pull request.
 * @see https://docs.github.com/rest/issues/comments#create-an-issue-comment
 */
export const createIssueComment = operation("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", () => ({
  path: issuePath(),
  body: body(),
  success: { 201: IssueComment.schema() },
  otherStatuses: [403, 404, 410, 422],
  access: sharedWrite(),
  retry: "never",
  pace: { createsContent: true },
}));
