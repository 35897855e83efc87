import * as z from "zod/mini";
import { timestamp } from "../fields.ts";
import { Installation, InstallationToken } from "../objects/installation.ts";
import { GrantedPermissions } from "../objects/permissions.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { APP_ACCESS } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Lists the installations of the app.
 * @see https://docs.github.com/enterprise-server@3.9/rest/apps/apps#list-installations-for-the-authenticated-app
 */
export const listInstallations = operation("GET /app/installations", () => ({
  ...list(Installation.schema(), { since: z.optional(timestamp()), outdated: z.optional(z.string()) }),
  access: APP_ACCESS,
}));

/**
 * Gets an installation of the app.
 * @see https://docs.github.com/rest/apps/apps#get-an-installation-for-the-authenticated-app
 */
export const getInstallation = operation("GET /app/installations/{installation_id}", () => ({
  path: z.object({ installation_id: z.int() }),
  ...get({ access: APP_ACCESS }, Installation.schema(), [404]),
}));

/**
 * Creates an installation access token, valid for one hour; optionally limited to some repositories or permissions.
 * @see https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app
 */
export const createInstallationToken = operation("POST /app/installations/{installation_id}/access_tokens", () => ({
  path: z.object({ installation_id: z.int() }),
  body: z.object({
    repositories: z.optional(z.array(z.string())),
    repository_ids: z.optional(z.array(z.int())),
    permissions: z.optional(GrantedPermissions.schema()),
  }),
  success: { 201: InstallationToken.schema() },
  otherStatuses: [401, 403, 404, 422],
  access: APP_ACCESS,
  retry: "idempotent",
}));
