import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { permissionsOf, renderRepository } from "../../objects/repository.ts";
import { renderTeam } from "../../objects/team.ts";
import type { Account } from "../../state/accounts.ts";
import type { Permission, Repository } from "../../state/repositories.ts";
import type { Team } from "../../state/teams.ts";
import { commonPayload, organizationPayload } from "./common-payload.ts";

/** A repository that a team has access to, and the team's permission. */
interface TeamGrant {
  readonly repository: Repository;
  readonly permission: Permission;
}

/** Creates the event for a new team, or for one that was given access to a repository (`team`). */
export function teamEvent(
  context: EmulatorContext,
  organization: Account,
  team: Team,
  sender: Account,
  action: "created" | "added_to_repository",
  grant?: TeamGrant,
): WebhookEvent {
  return {
    name: "team",
    action,
    get payload() {
      return {
        action,
        team: renderTeam(context, team, grant?.permission),
        ...(grant ? { repository: renderGrantedRepository(context, grant) } : {}),
        ...organizationPayload(context, organization, sender),
      };
    },
  };
}

const renderGrantedRepository = (context: EmulatorContext, { repository, permission }: TeamGrant) => ({
  ...renderRepository(context, repository, ANONYMOUS),
  permissions: permissionsOf(permission),
});

/** Creates the event of a repository that a team was given access to (`team_add`). */
export function teamAddEvent(
  context: EmulatorContext,
  repository: Repository,
  team: Team,
  sender: Account,
  permission: Permission,
): WebhookEvent {
  return {
    name: "team_add",
    action: null,
    get payload() {
      return { team: renderTeam(context, team, permission), ...commonPayload(context, repository, sender) };
    },
  };
}
