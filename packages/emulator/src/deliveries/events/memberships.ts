import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import { memberRole } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Team } from "../../state/teams.ts";
import { commonPayload, organizationPayload } from "./common-payload.ts";

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

/** Creates the event for the removal of a member from an organization, before the removal (`organization`). */
export function memberRemovedEvent(
  context: EmulatorContext,
  organization: Account,
  member: Account,
  sender: Account,
): WebhookEvent {
  const action = "member_removed";
  const role = memberRole(context.db, organization.id, member.id) ?? "member";
  return {
    name: "organization",
    action,
    get payload() {
      const common = organizationPayload(context, organization, sender);
      const membership = {
        url: `${common.organization.url}/memberships/${member.login}`,
        state: "active",
        role,
        organization_url: common.organization.url,
        user: renderUser(context, member),
        direct_membership: true,
      };
      return { action, membership, ...common };
    },
  };
}

/** Creates the event for the removal of a member from a team (`membership`). */
export function membershipRemovedEvent(
  context: EmulatorContext,
  organization: Account,
  team: Team,
  member: Account,
  sender: Account,
): WebhookEvent {
  const action = "removed";
  return {
    name: "membership",
    action,
    get payload() {
      const common = { scope: "team", member: renderUser(context, member), team: renderTeam(context, team) };
      return { action, ...common, ...organizationPayload(context, organization, sender) };
    },
  };
}

/** Creates the event for the removal of a collaborator (`member`). */
export function collaboratorRemovedEvent(
  context: EmulatorContext,
  repository: Repository,
  member: Account,
  sender: Account,
): WebhookEvent {
  const action = "removed";
  return {
    name: "member",
    action,
    get payload() {
      return { action, member: renderUser(context, member), ...commonPayload(context, repository, sender) };
    },
  };
}
