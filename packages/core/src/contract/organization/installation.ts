import * as z from "zod/mini";
import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { APP_ACCESS, permissionAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets the app's installation in an organization.
 * @see https://docs.github.com/rest/apps/apps#get-an-organization-installation-for-the-authenticated-app
 */
export const getOrganizationInstallation = operation("GET /orgs/{org}/installation", () =>
  get({ access: APP_ACCESS }, Installation.schema()),
);

/**
 * Lists the apps installed in an organization.
 * @see https://docs.github.com/rest/orgs/orgs#list-app-installations-for-an-organization
 */
export const listOrganizationInstallations = operation("GET /orgs/{org}/installations", () => ({
  ...wrappedList({ installations: z.array(Installation.schema()) }),
  access: permissionAccess("organization_administration", "read", ["admin:org"], { roles: ["organization-owner"] }),
}));
