import * as z from "zod/mini";
import { Branch, FullBranch, UpstreamMerge } from "../objects/branch.ts";
import { Commit } from "../objects/commit.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { create, getIfPresent, update } from "../reads-and-writes.ts";
import { CONTENTS_ACCESS } from "../shared/contents-access.ts";

/**
 * Lists the branches of a repository, all or only those that are `protected` or not.
 * @see https://docs.github.com/rest/branches/branches#list-branches
 */
export const listBranches = operation("GET /repos/{owner}/{repo}/branches", () => ({
  ...list(Branch.schema(), { protected: z.optional(z.boolean()) }),
  otherStatuses: [404],
  ...CONTENTS_ACCESS.read,
}));

/**
 * Gets a branch with its head commit; null if it doesn't exist. The service redirects (301) the name that a renamed
 * branch had.
 * @see https://docs.github.com/rest/branches/branches#get-a-branch
 */
export const getBranch = operation("GET /repos/{owner}/{repo}/branches/{branch}", () =>
  getIfPresent(CONTENTS_ACCESS.read, FullBranch.schema(), [301]),
);

/**
 * Renames a branch, with its protection and the pull requests that refer to it. Renaming the default branch requires
 * an administrator.
 * @see https://docs.github.com/rest/branches/branches#rename-a-branch
 */
export const renameBranch = operation("POST /repos/{owner}/{repo}/branches/{branch}/rename", () => ({
  body: z.object({ new_name: z.string() }),
  ...create(CONTENTS_ACCESS.write, FullBranch.schema(), [403, 404, 422]),
}));

/**
 * Merges a branch or commit into a branch; undefined if the branch already contains it, 409 if they conflict.
 * @see https://docs.github.com/rest/branches/branches#merge-a-branch
 */
export const mergeBranch = operation("POST /repos/{owner}/{repo}/merges", () => ({
  body: z.object({ base: z.string(), head: z.string(), commit_message: z.optional(z.string()) }),
  success: { 201: Commit.schema(), 204: undefined },
  otherStatuses: [403, 404, 409, 422],
  ...CONTENTS_ACCESS.write,
  // A repetition finds the branch merged.
  retry: "idempotent",
  pace: { serial: ["owner", "repo", "base"] },
}));

/**
 * Updates a branch of a fork from the branch of the same name in its parent; 409 if they conflict.
 * @see https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository
 */
export const mergeUpstream = operation("POST /repos/{owner}/{repo}/merge-upstream", () => ({
  body: z.object({ branch: z.string() }),
  ...update(CONTENTS_ACCESS.write, UpstreamMerge.schema(), [409, 422]),
  pace: { serial: ["owner", "repo", "branch"] },
}));
