import * as z from "zod/mini";
import { OrganizationMembership } from "../objects/membership.ts";
import { operation } from "../operation.ts";
import { membersReadScopes, membersWriteScopes, permissionAccess } from "../permission-access.ts";
import { change, get, type OperationAccess, update } from "../reads-and-writes.ts";

const READ_ACCESS: OperationAccess = {
  access: permissionAccess("members", "read", membersReadScopes("assumed"), { roles: ["organization-member"] }),
};
const WRITE_ACCESS: OperationAccess = {
  access: permissionAccess("members", "write", membersWriteScopes("recording"), { roles: ["organization-owner"] }),
};

/**
 * Gets the membership of a user in an organization, also one that is pending.
 * @see https://docs.github.com/rest/orgs/members#get-organization-membership-for-a-user
 */
export const getOrganizationMembership = operation("GET /orgs/{org}/memberships/{username}", () =>
  get(READ_ACCESS, OrganizationMembership.schema(), [403, 404]),
);

/**
 * Changes a member's role, or invites a user who isn't a member.
 * @see https://docs.github.com/rest/orgs/members#set-organization-membership-for-a-user
 */
export const setOrganizationMembership = operation("PUT /orgs/{org}/memberships/{username}", () => ({
  body: z.object({ role: z._default(z.enum(["admin", "member"]), "member") }),
  ...update(WRITE_ACCESS, OrganizationMembership.schema(), [403, 422]),
}));

/**
 * Removes a member from an organization, or cancels the user's invitation.
 * @see https://docs.github.com/rest/orgs/members#remove-organization-membership-for-a-user
 */
export const removeOrganizationMembership = operation("DELETE /orgs/{org}/memberships/{username}", () =>
  change(WRITE_ACCESS, [403, 404]),
);
