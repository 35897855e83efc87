import { memberEvent, memberInvitedEvent, membershipEvent } from "../deliveries/events/memberships.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { repositoriesWithCollaborator, teamsOfUser } from "../state/account-deletion.ts";
import { type Account, type MemberRole, members, organizationRoles } from "../state/accounts.ts";
import { type OrganizationInvitation, organizationInvitations } from "../state/organization-invitations.ts";
import { type Team, teamMembers } from "../state/teams.ts";
import { timestamp } from "../timestamp.ts";
import { removeCollaborator } from "./collaborators.ts";

/** Organization of a change of its members, and the account that makes it. */
export interface OrganizationContext {
  readonly context: EmulatorContext;
  readonly organization: Account;
  readonly sender: Account;
}

/**
 * Changes a member's role, or invites a user who isn't a member. Self-hosted servers don't need the user's consent, so
 * that the user becomes a member immediately.
 */
export function setMembership(organizationContext: OrganizationContext, user: Account, role: MemberRole): void {
  const { context, organization } = organizationContext;
  const key = { organization_id: organization.id, user_id: user.id };
  if (members.update(context.db, key, { role }) > 0) return;
  if (context.edition === "self-hosted") addMember(organizationContext, user, role);
  else if (organizationInvitations.update(context.db, key, { role }) === 0) {
    inviteMember(organizationContext, user, role);
  }
}

/** Makes the invited user a member. The sender is the user. */
export function acceptMembership(organizationContext: OrganizationContext, { id, role }: OrganizationInvitation): void {
  const { context, sender } = organizationContext;
  organizationInvitations.delete(context.db, { id });
  addMember(organizationContext, sender, role);
}

function addMember({ context, organization, sender }: OrganizationContext, user: Account, role: MemberRole): void {
  members.insert(context.db, { organization_id: organization.id, user_id: user.id, role, public: false });
  const event = memberEvent(context, organization, user, sender, "member_added");
  context.deliveries.emitInOrganization(organization.id, event);
}

function inviteMember({ context, organization, sender }: OrganizationContext, user: Account, role: MemberRole): void {
  const invitation = organizationInvitations.insert(context.db, {
    organization_id: organization.id,
    user_id: user.id,
    inviter_id: sender.id,
    role,
    created_at: timestamp(context.now()),
  });
  const event = memberInvitedEvent(context, organization, invitation, sender);
  context.deliveries.emitInOrganization(organization.id, event);
}

/** Removes a member from an organization, its teams and the collaborators of its repositories. */
export function removeMember(organizationContext: OrganizationContext, member: Account): void {
  const { context, organization, sender } = organizationContext;
  const { db, deliveries } = context;
  const key = { organization_id: organization.id, user_id: member.id };
  for (const team of teamsOfUser(db, member)) {
    if (team.organization_id === organization.id) removeTeamMember(organizationContext, team, member);
  }
  deliveries.emitInOrganization(organization.id, memberEvent(context, organization, member, sender, "member_removed"));
  members.delete(db, key);
  organizationRoles.delete(db, key);
  for (const repository of repositoriesWithCollaborator(db, member)) {
    if (repository.owner_id === organization.id) removeCollaborator({ context, repository, sender }, member);
  }
}

/** Adds a member of the organization to a team. */
export function addTeamMember({ context, organization, sender }: OrganizationContext, team: Team, user: Account): void {
  if (!teamMembers.add(context.db, { team_id: team.id, user_id: user.id })) return;
  const event = membershipEvent(context, organization, team, user, sender, "added");
  context.deliveries.emitInOrganization(organization.id, event);
}

function removeTeamMember({ context, organization, sender }: OrganizationContext, team: Team, user: Account): void {
  const event = membershipEvent(context, organization, team, user, sender, "removed");
  context.deliveries.emitInOrganization(organization.id, event);
  teamMembers.delete(context.db, { team_id: team.id, user_id: user.id });
}
