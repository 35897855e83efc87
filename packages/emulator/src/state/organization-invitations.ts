import { oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import { table } from "./table.ts";

/** Invitations to become a member of an organization, which the user hasn't accepted yet. */
export const organizationInvitations = table(
  "organization_invitations",
  {
    id: rowId(),
    organization_id: reference("accounts"),
    user_id: reference("accounts"),
    inviter_id: reference("accounts"),
    role: oneOf(["admin", "member"]),
    created_at: text(),
  },
  {
    unique: [["organization_id", "user_id"]],
    indexes: { organization_invitations_by_user: "user_id", organization_invitations_by_inviter: "inviter_id" },
  },
);
export type OrganizationInvitation = RowOf<typeof organizationInvitations>;
