import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import { memberRole } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Team } from "../../state/teams.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload, organizationPayload } from "./payload.ts";

/** An organization is no more, told while it is still there to be described (public description: organization). */
export function organizationDeletedEvent(world: World, organization: Account, sender: Account): Event {
  const action = "deleted";
  return {
    ...{ name: "organization", action },
    get payload() {
      return { action, ...organizationPayload(world, organization, sender) };
    },
  };
}

/** Somebody is no longer of an organization, told while they still are (public description: organization). */
export function memberRemovedEvent(world: World, organization: Account, member: Account, sender: Account): Event {
  const action = "member_removed";
  const role = memberRole(world.db, organization.id, member.id) ?? "member";
  return {
    ...{ name: "organization", action },
    get payload() {
      const about = organizationPayload(world, organization, sender);
      const membership = {
        url: `${about.organization.url}/memberships/${member.login}`,
        ...{ state: "active", role, organization_url: about.organization.url, user: renderUser(world, member) },
        direct_membership: true,
      };
      return { action, membership, ...about };
    },
  };
}

/** Somebody is no longer in a team (public description: membership). */
export function membershipRemovedEvent(
  world: World,
  organization: Account,
  team: Team,
  member: Account,
  sender: Account,
): Event {
  const action = "removed";
  return {
    ...{ name: "membership", action },
    get payload() {
      const about = { scope: "team", member: renderUser(world, member), team: renderTeam(world, team) };
      return { action, ...about, ...organizationPayload(world, organization, sender) };
    },
  };
}

/** Somebody may no longer do what they were let in for by name (public description: member). */
export function collaboratorRemovedEvent(
  world: World,
  repository: Repository,
  member: Account,
  sender: Account,
): Event {
  const action = "removed";
  return {
    ...{ name: "member", action },
    get payload() {
      return { action, member: renderUser(world, member), ...commonPayload(world, repository, sender) };
    },
  };
}
