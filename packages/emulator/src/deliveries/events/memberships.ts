import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderEventMembership } from "../../objects/organization-membership.ts";
import { renderTeam } from "../../objects/team.ts";
import { nodeId, renderUser } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { findMembership } from "../../state/memberships.ts";
import type { OrganizationInvitation } from "../../state/organization-invitations.ts";
import type { Team } from "../../state/teams.ts";
import { organizationPayload } from "./common-payload.ts";

/** Creates the event for the deletion of an organization, while it still exists (`organization`). */
export function organizationDeletedEvent(
  context: EmulatorContext,
  organization: Account,
  sender: Account,
): WebhookEvent {
  const action = "deleted";
  return {
    name: "organization",
    action,
    get payload() {
      return { action, ...organizationPayload(context, organization, sender) };
    },
  };
}

/** Creates the event for a new member of an organization, or for one who is about to be removed (`organization`). */
export function memberEvent(
  context: EmulatorContext,
  organization: Account,
  member: Account,
  sender: Account,
  action: "member_added" | "member_removed",
): WebhookEvent {
  const found = findMembership(context.db, organization.id, member.id);
  const { role } = found ?? { role: "member" as const };
  const membership = { organization_id: organization.id, user_id: member.id, role, state: "active" as const };
  return {
    name: "organization",
    action,
    get payload() {
      return {
        action,
        membership: renderEventMembership(context, membership),
        ...organizationPayload(context, organization, sender),
      };
    },
  };
}

/** Creates the event for an invitation to an organization (`organization`). */
export function memberInvitedEvent(
  context: EmulatorContext,
  organization: Account,
  invitation: OrganizationInvitation,
  sender: Account,
): WebhookEvent {
  const action = "member_invited";
  return {
    name: "organization",
    action,
    get payload() {
      const invitee = getAccount(context.db, invitation.user_id);
      return {
        action,
        invitation: {
          id: invitation.id,
          node_id: nodeId("OrganizationInvitation", invitation.id),
          login: invitee.login,
          email: null,
          role: invitation.role === "admin" ? "admin" : "direct_member",
          created_at: invitation.created_at,
          failed_at: null,
          failed_reason: null,
          inviter: renderUser(context, getAccount(context.db, invitation.inviter_id)),
          team_count: 0,
          invitation_teams_url: `${renderOrganization(context, organization).url}/invitations/${invitation.id}/teams`,
          invitation_source: "member",
        },
        user: renderUser(context, invitee),
        ...organizationPayload(context, organization, sender),
      };
    },
  };
}

/** Creates the event for a user who was added to a team, or is about to be removed from it (`membership`). */
export function membershipEvent(
  context: EmulatorContext,
  organization: Account,
  team: Team,
  member: Account,
  sender: Account,
  action: "added" | "removed",
): WebhookEvent {
  return {
    name: "membership",
    action,
    get payload() {
      const common = { scope: "team", member: renderUser(context, member), team: renderTeam(context, team) };
      return { action, ...common, ...organizationPayload(context, organization, sender) };
    },
  };
}
