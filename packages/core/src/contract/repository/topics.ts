import * as z from "zod/mini";
import { Topics } from "../objects/topics.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, pageFields } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { update } from "../reads-and-writes.ts";

/**
 * Lists the topics of a repository.
 * @see https://docs.github.com/rest/repos/repos#get-all-repository-topics
 */
export const listTopics = operation("GET /repos/{owner}/{repo}/topics", () => ({
  query: z.object(pageFields(PER_PAGE)),
  success: { 200: Topics.schema() },
  otherStatuses: [404],
  access: publicReadAccess("metadata"),
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "names", perPage: PER_PAGE },
}));

/**
 * Replaces all topics of a repository; an empty list removes them. The service converts names to lower case.
 * @see https://docs.github.com/rest/repos/repos#replace-all-repository-topics
 */
export const setTopics = operation("PUT /repos/{owner}/{repo}/topics", () => ({
  body: z.object({ names: z.array(z.string()) }),
  ...update(
    { access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], { roles: ["repository-admin"] }) },
    Topics.schema(),
    [404, 422],
  ),
}));
