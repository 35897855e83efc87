import * as z from "zod/mini";
import { sortDirection, timestamp } from "../fields.ts";
import { PullRequestReviewComment } from "../objects/review-comment.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { change, get, update } from "../reads-and-writes.ts";

// The operations follow the public documentation, their schemas the public API description.

const read = publicReadAccess("pull_requests");
const write = permissionAccess("pull_requests", "write", [WRITE_REPO_SCOPES]);

const path = () => z.object({ pull_number: z.int() });
const commentPath = () => z.object({ comment_id: z.int() });

/**
 * Gets a review comment.
 * @see https://docs.github.com/rest/pulls/comments#get-a-review-comment-for-a-pull-request
 */
export const getReviewComment = operation("GET /repos/{owner}/{repo}/pulls/comments/{comment_id}", () => ({
  path: commentPath(),
  ...get({ access: read }, PullRequestReviewComment.schema(), [404]),
}));

/**
 * Updates a review comment, as its author or as a user who can push.
 * @see https://docs.github.com/rest/pulls/comments#update-a-review-comment-for-a-pull-request
 */
export const updateReviewComment = operation("PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}", () => ({
  path: commentPath(),
  body: z.object({ body: z.string() }),
  ...update({ access: write }, PullRequestReviewComment.schema()),
}));

/**
 * Deletes a review comment, as its author or as a user who can push.
 * @see https://docs.github.com/rest/pulls/comments#delete-a-review-comment-for-a-pull-request
 */
export const deleteReviewComment = operation("DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}", () => ({
  path: commentPath(),
  ...change({ access: write }, [404]),
}));

/**
 * Lists the review comments on a pull request, by default the oldest first.
 * @see https://docs.github.com/rest/pulls/comments#list-review-comments-on-a-pull-request
 */
export const listReviewComments = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", () => ({
  path: path(),
  ...list(PullRequestReviewComment.schema(), {
    sort: z._default(z.enum(["created", "updated"]), "created"),
    direction: z.optional(sortDirection()),
    since: z.optional(timestamp()),
  }),
  access: read,
}));

/**
 * Comments on lines or a file of a pull request: on `line`, on the lines from `start_line` to `line`, or on the file if
 * `subject_type` is `file`. With `in_reply_to` it replies to a comment, and all other fields but `body` are ignored.
 * @see https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request
 */
export const createReviewComment = operation("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments", () => ({
  path: path(),
  body: z.object({
    body: z.string(),
    commit_id: z.string(),
    path: z.string(),
    position: z.optional(z.int()),
    side: z.optional(z.enum(["LEFT", "RIGHT"])),
    line: z.optional(z.int()),
    start_line: z.optional(z.int()),
    start_side: z.optional(z.enum(["LEFT", "RIGHT", "side"])),
    in_reply_to: z.optional(z.int()),
    subject_type: z.optional(z.enum(["line", "file"])),
  }),
  success: { 201: PullRequestReviewComment.schema() },
  otherStatuses: [403, 422],
  access: write,
  retry: "never",
  pace: { createsContent: true },
}));

/**
 * Replies to a review comment; 404 if it is itself a reply.
 * @see https://docs.github.com/rest/pulls/comments#create-a-reply-for-a-review-comment
 */
export const createReviewCommentReply = operation(
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
  () => ({
    path: z.object({ pull_number: z.int(), comment_id: z.int() }),
    body: z.object({ body: z.string() }),
    success: { 201: PullRequestReviewComment.schema() },
    otherStatuses: [404],
    access: write,
    retry: "never",
    pace: { createsContent: true },
  }),
);
