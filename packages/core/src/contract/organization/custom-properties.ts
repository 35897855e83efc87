import * as z from "zod/mini";
import { RepositoryCustomProperties } from "../objects/custom-property.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";

/**
 * Lists the custom property values of all repositories of an organization.
 * @see https://docs.github.com/rest/orgs/custom-properties#list-custom-property-values-for-organization-repositories
 */
export const listOrganizationCustomPropertyValues = operation("GET /orgs/{org}/properties/values", () => ({
  ...list(RepositoryCustomProperties.schema(), { repository_query: z.optional(z.string()) }),
  otherStatuses: [403, 404],
  access: permissionAccess("organization_custom_properties", "read", [], { roles: ["organization-member"] }),
}));
