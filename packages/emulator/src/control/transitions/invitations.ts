import { acceptMembership } from "../../effects/organization-members.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { InvitationTransition } from "../../public.ts";
import { accounts } from "../../state/accounts.ts";
import { organizationInvitations } from "../../state/organization-invitations.ts";
import { requireUserByLogin } from "../find-by-name.ts";

/**
 * Accepts a user's invitation to an organization.
 * @throws RangeError if there is none
 */
export function acceptInvitation(
  context: EmulatorContext,
  { organization: login, invitee }: InvitationTransition,
): void {
  const { db } = context;
  const user = requireUserByLogin(db, invitee);
  const organization = accounts.find(db, { login });
  const invitation =
    organization && organizationInvitations.find(db, { organization_id: organization.id, user_id: user.id });
  if (!organization || !invitation) throw new RangeError(`${invitee} has no invitation to ${JSON.stringify(login)}.`);
  acceptMembership({ context, organization, sender: user }, invitation);
}
