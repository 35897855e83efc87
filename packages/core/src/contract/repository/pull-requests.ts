import * as z from "zod/mini";
import { BYTES } from "../definition.ts";
import { sortDirection } from "../fields.ts";
import { Commit } from "../objects/commit.ts";
import { ChangedFile, MergeResult, PullRequest, PullRequestSummary } from "../objects/pull-request.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { create, update } from "../reads-and-writes.ts";
import { TITLE_OR_ISSUE_RULE } from "../rules/pull-requests.ts";
import { fieldsWith } from "../schema.ts";

// The operations follow the public API description.

const path = () => z.object({ pull_number: z.int() });
const write = permissionAccess("pull_requests", "write", [WRITE_REPO_SCOPES]);

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

/**
 * Creates a pull request, with a new title or from an existing issue. The caller must be able to push to the head; a
 * head in a fork is `owner:branch`.
 * @see https://docs.github.com/rest/pulls/pulls#create-a-pull-request
 */
export const createPullRequest = operation("POST /repos/{owner}/{repo}/pulls", () => ({
  body: z.object({
    title: z.optional(z.string()),
    head: z.string(),
    head_repo: z.optional(z.string()),
    base: z.string(),
    body: z.optional(z.string()),
    maintainer_can_modify: z.optional(z.boolean()),
    draft: z.optional(z.boolean()),
    issue: z.optional(z.int()),
  }),
  ...create({ access: write }, PullRequest.schema(), [403, 422]),
  rules: [TITLE_OR_ISSUE_RULE],
  pace: { createsContent: true },
}));

/**
 * Updates a pull request, as its author or as a user who can push.
 * @see https://docs.github.com/rest/pulls/pulls#update-a-pull-request
 */
export const updatePullRequest = operation("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", () => ({
  path: path(),
  body: z.object({
    title: z.optional(z.string()),
    body: z.optional(z.string()),
    state: z.optional(z.enum(["open", "closed"])),
    base: z.optional(z.string()),
    maintainer_can_modify: z.optional(z.boolean()),
  }),
  ...update({ access: write }, PullRequest.schema(), [403, 422]),
}));

/**
 * Lists the commits of a pull request; returns at most 250.
 * @see https://docs.github.com/rest/pulls/pulls#list-commits-on-a-pull-request
 */
export const listPullRequestCommits = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/commits", () => ({
  path: path(),
  ...list(Commit.schema()),
  access: publicReadAccess("pull_requests"),
}));

/**
 * Returns whether a pull request is merged; also false if it doesn't exist.
 * @see https://docs.github.com/rest/pulls/pulls#check-if-a-pull-request-has-been-merged
 */
export const checkMerge = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/merge", () => ({
  path: path(),
  success: { 204: true },
  absent: { 404: false },
  access: publicReadAccess("pull_requests"),
  retry: "safe",
}));

/**
 * Merges a pull request; 409 if `sha` is not the head, 405 if it cannot be merged.
 * @see https://docs.github.com/rest/pulls/pulls#merge-a-pull-request
 */
export const mergePullRequest = operation("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", () => ({
  path: path(),
  body: z.object({
    commit_title: z.optional(z.string()),
    commit_message: z.optional(z.string()),
    sha: z.optional(z.string()),
    merge_method: z.optional(z.enum(["merge", "squash", "rebase"])),
  }),
  success: { 200: MergeResult.schema() },
  otherStatuses: [403, 404, 405, 409, 422],
  access: permissionAccess("contents", "write", [WRITE_REPO_SCOPES], { roles: ["push"] }),
  // A repetition is rejected, because the pull request is already merged.
  retry: "verify",
  pace: { createsContent: true },
}));

/**
 * Merges the base branch into the head of a pull request; 422 if `expected_head_sha` is not the head, or if the head is
 * up to date.
 * @see https://docs.github.com/rest/pulls/pulls#update-a-pull-request-branch
 */
export const updatePullRequestBranch = operation("PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch", () => ({
  path: path(),
  body: z.object({ expected_head_sha: z.optional(z.string()) }),
  success: { 202: z.looseObject(fieldsWith(z.optional(z.string()), "message", "url")) },
  otherStatuses: [403, 422],
  access: write,
  // A repetition is rejected, because the head is then up to date or has changed.
  retry: "verify",
}));
