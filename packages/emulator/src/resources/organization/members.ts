import { checkOrganizationMember, listOrganizationMembers, removeOrganizationMember } from "@forgehand/core/operations";
import { canSeeMembers } from "../../callers/organization-members.ts";
import { hasRole } from "../../callers/roles.ts";
import { removeMember } from "../../effects/organization-members.ts";
import { type OrganizationCall, organizationHandler, renderPage, requireActor } from "../../http/handler.ts";
import { HttpError, notFound, requireFound } from "../../http-error.ts";
import { renderUser } from "../../objects/user.ts";
import { memberRole } from "../../state/accounts.ts";
import { membersOf } from "../../state/memberships.ts";
import { requireOtherOwner } from "./memberships.ts";

export const members = [
  organizationHandler(listOrganizationMembers, ({ filter = "all", role = "all" }, call) => {
    const { context, caller, organization, page } = call;
    if (filter !== "all" && !hasRole(context, "organization-owner", caller, call)) {
      throw new HttpError(422, "Only owners can use this filter.");
    }
    // No account of the emulator has an insecure method of two-factor authentication.
    if (filter === "2fa_insecure") return [];
    const selection = {
      role: role === "all" ? undefined : role,
      isPublic: !canSeeMembers(context, caller, organization),
      lacksTwoFactor: filter === "2fa_disabled",
    };
    return renderPage(call, membersOf(context.db, organization.id, selection, page), (member) =>
      renderUser(context, member),
    );
  }),

  organizationHandler(checkOrganizationMember, (_input, call) => {
    const { context, caller, organization } = call;
    const user = requireFound(call.subject);
    if (canSeeMembers(context, caller, organization)) return isMember(call, user.id);
    if (caller.user?.id === user.id) return false;
    const location = `${context.apiUrl}/orgs/${organization.login}/public_members/${user.login}`;
    throw new HttpError(302, "Found", undefined, { location });
  }),

  organizationHandler(removeOrganizationMember, (_input, call) => {
    const { context, organization } = call;
    const member = requireFound(call.subject);
    if (!isMember(call, member.id)) throw notFound();
    requireOtherOwner(call, member);
    context.db.transaction(() => removeMember({ context, organization, sender: requireActor(call) }, member));
  }),
];

const isMember = ({ context, organization }: OrganizationCall, userId: number) =>
  memberRole(context.db, organization.id, userId) !== undefined;
