import * as z from "zod/mini";
import type { PermissionLevel } from "../access.ts";
import { EDITIONS } from "../edition.ts";
import { RepositoryAccess } from "../objects/repository-access.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, pageFields } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { setSettings } from "../shared/settings.ts";

const access = (level: PermissionLevel) =>
  permissionAccess("organization_administration", level, [], { roles: ["organization-owner"] });

const SETTINGS_ACCESS = { read: access("read"), write: access("write"), editions: EDITIONS };

const ids = () => z.optional(z.array(z.int()));

/**
 * Gets which other repositories the updater can read while it updates a repository.
 * @see https://docs.github.com/rest/dependabot/repository-access#lists-the-repositories-dependabot-can-access-in-an-organization
 */
export const getUpdaterAccess = operation("GET /orgs/{org}/updater/repository-access", () => ({
  query: z.object(pageFields(PER_PAGE)),
  success: { 200: RepositoryAccess.schema() },
  otherStatuses: [403, 404],
  access: SETTINGS_ACCESS.read,
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "accessible_repositories", perPage: PER_PAGE },
}));

/**
 * Adds or removes repositories that the updater can read.
 * @see https://docs.github.com/rest/dependabot/repository-access#updates-dependabots-repository-access-list-for-an-organization
 */
export const updateUpdaterAccess = operation("PATCH /orgs/{org}/updater/repository-access", () =>
  setSettings(SETTINGS_ACCESS, z.object({ repository_ids_to_add: ids(), repository_ids_to_remove: ids() }), [403, 404]),
);

/**
 * Sets the visibility level of the repositories that the updater can read by default.
 * @see https://docs.github.com/rest/dependabot/repository-access#set-the-default-repository-access-level-for-dependabot
 */
export const setUpdaterDefaultLevel = operation("PUT /orgs/{org}/updater/repository-access/default-level", () =>
  setSettings(SETTINGS_ACCESS, z.object({ default_level: z.enum(["public", "internal"]) }), [403, 404]),
);
