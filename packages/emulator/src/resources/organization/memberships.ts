import {
  getOrganizationMembership,
  removeOrganizationMembership,
  setOrganizationMembership,
} from "@forgehand/core/operations";
import { removeMember, setMembership } from "../../effects/organization-members.ts";
import { type OrganizationCall, organizationHandler, requireActor } from "../../http/handler.ts";
import { forbidden, requireFound } from "../../http-error.ts";
import { renderMembership } from "../../objects/organization-membership.ts";
import type { Account } from "../../state/accounts.ts";
import { findMembership, isOnlyOwner, type OrganizationMembership } from "../../state/memberships.ts";
import { organizationInvitations } from "../../state/organization-invitations.ts";

export const memberships = [
  organizationHandler(getOrganizationMembership, (_input, call) =>
    renderMembership(call.context, requireMembership(call, requireFound(call.subject))),
  ),

  organizationHandler(setOrganizationMembership, ({ role = "member" }, call) => {
    const { context, organization } = call;
    const user = requireUserAccount(call);
    if (role === "member") requireOtherOwner(call, user);
    context.db.transaction(() => setMembership({ context, organization, sender: requireActor(call) }, user, role));
    return renderMembership(context, requireMembership(call, user));
  }),

  organizationHandler(removeOrganizationMembership, (_input, call) => {
    const { context, organization } = call;
    const user = requireFound(call.subject);
    const { state } = requireMembership(call, user);
    if (state === "pending") {
      organizationInvitations.delete(context.db, { organization_id: organization.id, user_id: user.id });
      return;
    }
    requireOtherOwner(call, user);
    context.db.transaction(() => removeMember({ context, organization, sender: requireActor(call) }, user));
  }),
];

/** @throws HttpError 404 if the user isn't a member and has no invitation */
function requireMembership({ context, organization }: OrganizationCall, user: Account): OrganizationMembership {
  return requireFound(findMembership(context.db, organization.id, user.id));
}

/** @throws HttpError 404 if the account can't be a member */
function requireUserAccount({ subject }: OrganizationCall): Account {
  return requireFound(subject?.type === "User" ? subject : undefined);
}

/**
 * Checks that an organization has an owner other than this user, who is about to be removed or to become a member.
 * @throws HttpError 403
 */
export function requireOtherOwner({ context, organization }: OrganizationCall, user: Account): void {
  if (isOnlyOwner(context.db, organization.id, user.id)) {
    throw forbidden("The last owner of an organization cannot be removed.");
  }
}
