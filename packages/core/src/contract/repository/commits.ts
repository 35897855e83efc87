import * as z from "zod/mini";
import { BYTES, type PerPage, TEXT } from "../definition.ts";
import { timestamp } from "../fields.ts";
import { SimpleBranch } from "../objects/branch.ts";
import { Commit, CommitComparison } from "../objects/commit.ts";
import { PullRequestSummary } from "../objects/pull-request.ts";
import { operation } from "../operation.ts";
import { list, pageFields } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";
import { CONTENTS_ACCESS } from "../shared/contents-access.ts";

/** Changed files on a page of a commit, and commits on a page of a comparison, as documented. */
const FILES: PerPage = { default: 300, maximum: 300 };
const COMMITS: PerPage = { default: 250, maximum: 250 };

/**
 * Gets a commit by its ID, a branch or a tag, with a page of the files that it changes. The media types `diff` and
 * `patch` return the changes in the formats of git, `sha` only the ID.
 * @see https://docs.github.com/rest/commits/commits#get-a-commit
 */
export const getCommit = operation("GET /repos/{owner}/{repo}/commits/{ref}", () => ({
  query: z.object(pageFields(FILES)),
  success: { 200: Commit.schema() },
  otherStatuses: [404, 406, 409, 422, 500, 503],
  media: { diff: BYTES, patch: BYTES, sha: TEXT },
  access: publicReadAccess("contents"),
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "files", perPage: FILES },
}));

/**
 * Compares two commits (`base...head`) from their common ancestor on, with a page of the commits; the first page has up
 * to 300 changed files. The media types `diff` and `patch` return the changes in the formats of git.
 * @see https://docs.github.com/rest/commits/commits#compare-two-commits
 */
export const compareCommits = operation("GET /repos/{owner}/{repo}/compare/{basehead}", () => ({
  query: z.object(pageFields(COMMITS)),
  success: { 200: CommitComparison.schema() },
  otherStatuses: [404, 406, 500, 503],
  media: { diff: BYTES, patch: BYTES },
  access: publicReadAccess("contents"),
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "commits", perPage: COMMITS },
}));

/**
 * Lists the commits of a branch, newest first: by default of the default branch, otherwise of the branch or from the
 * commit `sha`.
 * @see https://docs.github.com/rest/commits/commits#list-commits
 */
export const listCommits = operation("GET /repos/{owner}/{repo}/commits", () => ({
  ...list(Commit.schema(), {
    sha: z.optional(z.string()),
    path: z.optional(z.string()),
    /** Login or email address. */
    author: z.optional(z.string()),
    committer: z.optional(z.string()),
    since: z.optional(timestamp()),
    until: z.optional(timestamp()),
  }),
  otherStatuses: [400, 404, 409, 500],
  ...CONTENTS_ACCESS.read,
}));

/**
 * Lists the branches whose head is a commit.
 * @see https://docs.github.com/rest/commits/commits#list-branches-for-head-commit
 */
export const listBranchesOfHeadCommit = operation(
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head",
  () => get(CONTENTS_ACCESS.read, z.array(SimpleBranch.schema()), [409, 422]),
);

/**
 * Lists the pull requests that contain a commit: the merged one that added it to the default branch, otherwise the open
 * ones.
 * @see https://docs.github.com/rest/commits/commits#list-pull-requests-associated-with-a-commit
 */
export const listPullRequestsOfCommit = operation("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", () => ({
  ...list(PullRequestSummary.schema()),
  otherStatuses: [409],
  access: publicReadAccess("pull_requests"),
}));
