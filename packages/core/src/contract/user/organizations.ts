import * as z from "zod/mini";
import { OrganizationMembership } from "../objects/membership.ts";
import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { membersReadScopes, PUBLIC_ACCESS, USER_TOKENS } from "../permission-access.ts";

/**
 * Lists the organizations that the caller is a member of and the token can see.
 * @see https://docs.github.com/rest/orgs/orgs#list-organizations-for-the-authenticated-user
 */
export const listOrganizations = operation("GET /user/orgs", () => ({
  ...list(Organization.schema()),
  otherStatuses: [304, 401, 403],
  access: {
    tokens: USER_TOKENS,
    requirements: [[{ scope: "read:org" }], [{ scope: "user" }], [{ scope: "repo", source: "recording" }]],
  },
}));

/**
 * Lists the public memberships of a user, as organizations.
 * @see https://docs.github.com/rest/orgs/orgs#list-organizations-for-a-user
 */
export const listOrganizationsOfUser = operation("GET /users/{username}/orgs", () => ({
  ...list(Organization.schema()),
  access: PUBLIC_ACCESS,
}));

/**
 * Lists the caller's memberships in organizations, also those that are pending.
 * @see https://docs.github.com/rest/orgs/members#list-organization-memberships-for-the-authenticated-user
 */
export const listOrganizationMemberships = operation("GET /user/memberships/orgs", () => ({
  ...list(OrganizationMembership.schema(), { state: z.optional(z.enum(["active", "pending"])) }),
  otherStatuses: [304, 401, 403, 422],
  access: { tokens: USER_TOKENS, requirements: membersReadScopes("recording") },
}));
