import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { CommitStatus, LatestStatus } from "../objects/commit-status.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list, wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { create } from "../reads-and-writes.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";

const READ_ACCESS: Access = publicReadAccess("statuses", {
  requirements: [[{ scope: "repo:status", when: "private" }]],
});

/**
 * Gets the combined status of a commit, a branch or a tag, with a page of the latest status of each context. It is
 * `failure` if any of them is a failure or an error, `success` if all are a success, and otherwise `pending`.
 * @see https://docs.github.com/rest/commits/statuses#get-the-combined-status-for-a-specific-reference
 */
export const getCombinedStatus = operation("GET /repos/{owner}/{repo}/commits/{ref}/status", () => ({
  ...wrappedList({
    statuses: z.array(LatestStatus.schema()),
    state: extensibleEnum("failure", "pending", "success"),
    ...fieldsWith(z.string(), "sha", "commit_url", "url"),
    repository: MinimalRepository.schema(),
  }),
  otherStatuses: [404],
  access: READ_ACCESS,
}));

/**
 * Lists all statuses of a commit, a branch or a tag, newest first.
 * @see https://docs.github.com/rest/commits/statuses#list-commit-statuses-for-a-reference
 */
export const listCommitStatuses = operation("GET /repos/{owner}/{repo}/commits/{ref}/statuses", () => ({
  ...list(CommitStatus.schema()),
  otherStatuses: [301],
  access: READ_ACCESS,
}));

/**
 * Sets a status of a commit, which replaces the previous one with the same `context`. A commit has at most 1,000 for
 * each context.
 * @see https://docs.github.com/rest/commits/statuses#create-a-commit-status
 */
export const createCommitStatus = operation("POST /repos/{owner}/{repo}/statuses/{sha}", () => ({
  body: z.object({
    state: z.enum(["error", "failure", "pending", "success"]),
    ...fieldsWith(z.optional(z.nullable(z.string())), "target_url", "description"),
    context: z._default(z.string(), "default"),
  }),
  ...create(
    { access: permissionAccess("statuses", "write", [WRITE_REPO_SCOPES, "repo:status"], { roles: ["push"] }) },
    CommitStatus.schema(),
    [422],
  ),
}));
