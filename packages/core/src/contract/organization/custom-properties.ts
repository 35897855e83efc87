import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { RepositoryCustomProperties } from "../objects/custom-property.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** The custom properties of all repositories of an organization (public description). */
export const listOrganizationCustomPropertyValues = /* @__PURE__ */ operation(
  "GET /orgs/{org}/properties/values",
  () => ({
    ...list(RepositoryCustomProperties(), { repository_query: z.optional(z.string()) }),
    otherStatuses: [403, 404],
    access: allow("organization_custom_properties", "read", [], { roles: ["organization-member"] }),
  }),
);
