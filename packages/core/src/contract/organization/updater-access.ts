import * as z from "zod/mini";
import { RepositoryAccess } from "../objects/repository-access.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, pageFields } from "../paging.ts";
import { change, ownerAccess } from "../reads-and-writes.ts";

const SETTINGS_ACCESS = ownerAccess("organization_administration", []);

const ids = () => z.optional(z.array(z.int()));

/**
 * Gets which other repositories the updater can read while it updates a repository.
 * @see https://docs.github.com/rest/dependabot/repository-access#lists-the-repositories-dependabot-can-access-in-an-organization
 */
export const getUpdaterAccess = operation("GET /orgs/{org}/updater/repository-access", () => ({
  query: z.object(pageFields(PER_PAGE)),
  success: { 200: RepositoryAccess.schema() },
  otherStatuses: [403, 404],
  ...SETTINGS_ACCESS.read,
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "accessible_repositories", perPage: PER_PAGE },
}));

/**
 * Adds or removes repositories that the updater can read.
 * @see https://docs.github.com/rest/dependabot/repository-access#updates-dependabots-repository-access-list-for-an-organization
 */
export const updateUpdaterAccess = operation("PATCH /orgs/{org}/updater/repository-access", () => ({
  body: z.object({ repository_ids_to_add: ids(), repository_ids_to_remove: ids() }),
  ...change(SETTINGS_ACCESS.write, [403, 404]),
}));

/**
 * Sets the visibility level of the repositories that the updater can read by default.
 * @see https://docs.github.com/rest/dependabot/repository-access#set-the-default-repository-access-level-for-dependabot
 */
export const setUpdaterDefaultLevel = operation("PUT /orgs/{org}/updater/repository-access/default-level", () => ({
  body: z.object({ default_level: z.enum(["public", "internal"]) }),
  ...change(SETTINGS_ACCESS.write, [403, 404]),
}));
