import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { ANY_CALLER, membersWriteScopes, permissionAccess } from "../permission-access.ts";
import { change } from "../reads-and-writes.ts";

// Without a permission or scope, only the public members are visible.
const READ_ACCESS = permissionAccess("members", "read", [], { tokens: ANY_CALLER });

/**
 * Lists the members of an organization; callers who aren't members see only the public ones.
 * @see https://docs.github.com/rest/orgs/members#list-organization-members
 */
export const listOrganizationMembers = operation("GET /orgs/{org}/members", () => ({
  ...list(User.schema(), {
    filter: z._default(z.enum(["2fa_disabled", "2fa_insecure", "all"]), "all"),
    role: z._default(z.enum(["all", "admin", "member"]), "all"),
  }),
  otherStatuses: [422],
  access: READ_ACCESS,
}));

/**
 * Returns whether a user is a member of an organization. The service redirects callers who aren't members (302) to the
 * public members.
 * @see https://docs.github.com/rest/orgs/members#check-organization-membership-for-a-user
 */
export const checkOrganizationMember = operation("GET /orgs/{org}/members/{username}", () => ({
  success: { 204: true },
  absent: { 404: false },
  otherStatuses: [302],
  access: READ_ACCESS,
  retry: "safe",
}));

/**
 * Removes a member from an organization and all its teams.
 * @see https://docs.github.com/rest/orgs/members#remove-an-organization-member
 */
export const removeOrganizationMember = operation("DELETE /orgs/{org}/members/{username}", () =>
  change(
    { access: permissionAccess("members", "write", membersWriteScopes("assumed"), { roles: ["organization-owner"] }) },
    [403],
  ),
);
