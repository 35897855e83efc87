import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { visibleTeams } from "../../callers/visible.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { permissionsOf } from "../../objects/repository.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import { collaboratorsOf } from "../../state/collaborators.ts";
import { grantedPermission } from "../../state/repositories.ts";
import { teamsOfRepository } from "../../state/team-lists.ts";

/** Role names that differ from the name of the permission level. */
const ROLE_NAMES: Readonly<Record<string, string>> = { pull: "read", push: "write" };

export const collaborators = [
  repositoryHandler(listCollaborators, ({ affiliation = "all", permission = "pull" }, call) => {
    const { context, repository, page, links } = call;
    const ids = collaboratorsOf(context.db, repository, { affiliation, permission });
    links.setTotal(ids.length);
    return ids.slice(page.offset, page.offset + page.limit).map((id) => {
      const level = grantedPermission(context.db, repository, id);
      return {
        ...renderUser(context, getAccount(context.db, id)),
        permissions: permissionsOf(level),
        role_name: ROLE_NAMES[level] ?? level,
      };
    });
  }),

  repositoryHandler(listRepositoryTeams, (_input, call) => {
    const { context, repository, caller, page } = call;
    const visible = visibleTeams(context, caller, getAccount(context.db, repository.owner_id));
    return renderPage(call, teamsOfRepository(context.db, repository.id, visible, page), ({ permission, ...team }) => ({
      ...renderTeam(context, team, permission),
      permissions: permissionsOf(permission),
      access_source: "direct",
    }));
  }),
];
