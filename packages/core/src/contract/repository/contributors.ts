import * as z from "zod/mini";
import { Contributor } from "../objects/contributor.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the contributors of a repository by their number of commits; undefined if it is empty. Those without an account
 * are included if `anon` is `1` or `true`. The list can be a few hours old.
 * @see https://docs.github.com/rest/repos/repos#list-repository-contributors
 */
export const listContributors = operation("GET /repos/{owner}/{repo}/contributors", () => {
  const contributors = list(Contributor.schema(), { anon: z.optional(z.string()) });
  return {
    ...contributors,
    success: { ...contributors.success, 204: undefined },
    otherStatuses: [403, 404],
    access: publicReadAccess("metadata"),
  };
});
