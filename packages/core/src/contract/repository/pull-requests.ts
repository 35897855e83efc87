import * as z from "zod/mini";
import { BYTES } from "../definition.ts";
import { sortDirection } from "../fields.ts";
import { ChangedFile, PullRequest, PullRequestSummary } from "../objects/pull-request.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

// The operations follow the public API description.

const path = () => z.object({ pull_number: z.int() });

/**
 * Lists the pull requests of a repository.
 * @see https://docs.github.com/rest/pulls/pulls#list-pull-requests
 */
export const listPullRequests = operation("GET /repos/{owner}/{repo}/pulls", () => ({
  ...list(PullRequestSummary.schema(), {
    state: z._default(z.enum(["open", "closed", "all"]), "open"),
    head: z.optional(z.string()),
    base: z.optional(z.string()),
    sort: z._default(z.enum(["created", "updated", "popularity", "long-running"]), "created"),
    direction: z.optional(sortDirection()),
  }),
  otherStatuses: [304, 422],
  access: publicReadAccess("pull_requests"),
}));

/**
 * Gets a pull request. The media types `diff` and `patch` return its changes in the formats of git: the difference to
 * the base branch, or one patch for each commit.
 * @see https://docs.github.com/rest/pulls/pulls#get-a-pull-request
 */
export const getPullRequest = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}", () => ({
  path: path(),
  success: { 200: PullRequest.schema() },
  media: { diff: BYTES, patch: BYTES },
  otherStatuses: [304, 404, 406, 500, 503],
  access: publicReadAccess("pull_requests", { requirements: [[{ permission: "contents", level: "read" }]] }),
  retry: "safe",
}));

/**
 * Lists the files that a pull request changes.
 * @see https://docs.github.com/rest/pulls/pulls#list-pull-requests-files
 */
export const listPullRequestFiles = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/files", () => ({
  path: path(),
  ...list(ChangedFile.schema()),
  otherStatuses: [422, 500, 503],
  access: publicReadAccess("pull_requests"),
}));
