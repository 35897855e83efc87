import { teamAddEvent, teamEvent } from "../deliveries/events/teams.ts";
import type { Account } from "../state/accounts.ts";
import { addCollaborator, type Permission, type Repository } from "../state/repositories.ts";
import * as states from "../state/teams.ts";
import { timestamp } from "../timestamp.ts";
import { addTeamMember, type OrganizationContext } from "./organization-members.ts";

/** The fields of a new team, its members and its repositories. */
export interface NewTeam
  extends Pick<states.Team, "name" | "slug" | "description" | "privacy" | "notification_setting" | "parent_id"> {
  readonly members: readonly Account[];
  readonly repositories: readonly Repository[];
  /** Permission for its repositories. */
  readonly permission: Permission;
}

/** Creates a team with its members and repositories. */
export function createTeam(organizationContext: OrganizationContext, newTeam: NewTeam): states.Team {
  const { context, organization, sender } = organizationContext;
  const { members, repositories, permission, ...fields } = newTeam;
  const now = timestamp(context.now());
  const team = states.createTeam(context.db, {
    ...fields,
    organization_id: organization.id,
    created_at: now,
    updated_at: now,
  });
  context.deliveries.emitInOrganization(organization.id, teamEvent(context, organization, team, sender, "created"));
  for (const member of members) addTeamMember(organizationContext, team, member);
  for (const repository of repositories) addTeamRepository(organizationContext, team, repository, permission);
  return team;
}

/** Gives a team access to a repository that it doesn't have access to. */
export function addTeamRepository(
  { context, organization, sender }: OrganizationContext,
  team: states.Team,
  repository: Repository,
  permission: Permission,
): void {
  const { db, deliveries } = context;
  addCollaborator(db, repository.id, { teamId: team.id }, permission);
  const event = teamEvent(context, organization, team, sender, "added_to_repository", { repository, permission });
  deliveries.emitInOrganization(organization.id, event);
  deliveries.emit(repository.id, teamAddEvent(context, repository, team, sender, permission));
}
