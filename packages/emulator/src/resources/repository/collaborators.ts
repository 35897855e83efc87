import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { visibleTeams } from "../../callers/visible.ts";
import { listed, onRepository } from "../../http/call.ts";
import { permissionsOf } from "../../objects/repository.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import { collaboratorsOf } from "../../state/collaborators.ts";
import { grantOf } from "../../state/repositories.ts";
import { teamsOfRepository } from "../../state/team-lists.ts";

/** What roles are called, where that is not what they may do. */
const ROLE_NAMES: Readonly<Record<string, string>> = { pull: "read", push: "write" };

export const collaborators = [
  onRepository(listCollaborators, ({ affiliation = "all", permission = "pull" }, call) => {
    const { world, repository, window, links } = call;
    const ids = collaboratorsOf(world.db, repository, { affiliation, permission });
    links.total(ids.length);
    return ids.slice(window.offset, window.offset + window.limit).map((id) => {
      const reach = grantOf(world.db, repository, id);
      return {
        ...renderUser(world, getAccount(world.db, id)),
        permissions: permissionsOf(reach),
        role_name: ROLE_NAMES[reach] ?? reach,
      };
    });
  }),

  onRepository(listRepositoryTeams, (_input, call) => {
    const { world, repository, caller, window } = call;
    const seen = visibleTeams(world, caller, getAccount(world.db, repository.owner_id));
    return listed(call, teamsOfRepository(world.db, repository.id, seen, window), ({ permission, ...team }) => ({
      ...renderTeam(world, team, permission),
      permissions: permissionsOf(permission),
      access_source: "direct",
    }));
  }),
];
