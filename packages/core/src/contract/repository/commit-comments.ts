import * as z from "zod/mini";
import { CommitComment } from "../objects/commit-comment.ts";
import { operation } from "../operation.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets a comment on a commit.
 * @see https://docs.github.com/rest/commits/comments#get-a-commit-comment
 */
export const getCommitComment = operation("GET /repos/{owner}/{repo}/comments/{comment_id}", () => ({
  path: z.object({ comment_id: z.int() }),
  ...get({ access: publicReadAccess("metadata") }, CommitComment.schema(), [404]),
}));

/**
 * Comments on a commit, or on a line of the changes to the file `path`: `position` counts the lines of the changes.
 * @see https://docs.github.com/rest/commits/comments#create-a-commit-comment
 */
export const createCommitComment = operation("POST /repos/{owner}/{repo}/commits/{commit_sha}/comments", () => ({
  body: z.object({
    body: z.string(),
    path: z.optional(z.string()),
    position: z.optional(z.int()),
    line: z.optional(z.int()),
  }),
  success: { 201: CommitComment.schema() },
  otherStatuses: [403, 422],
  access: permissionAccess("contents", "read", [WRITE_REPO_SCOPES]),
  retry: "never",
  pace: { createsContent: true },
}));
