import {
  addCollaborator,
  checkCollaborator,
  getCollaboratorPermission,
  listCollaborators,
  listRepositoryTeams,
  removeCollaborator,
} from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleTeams } from "../../callers/visible.ts";
import * as effects from "../../effects/collaborators.ts";
import { renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { forbidden, requireFound } from "../../http-error.ts";
import { LEGACY_PERMISSIONS, renderCollaborator, roleNameOf } from "../../objects/collaborator.ts";
import { permissionsOf } from "../../objects/repository.ts";
import { renderRepositoryInvitation } from "../../objects/repository-invitation.ts";
import { renderTeam } from "../../objects/team.ts";
import { getAccount } from "../../state/accounts.ts";
import { collaboratorsOf } from "../../state/collaborators.ts";
import { grantedPermission, higherPermission, publicPermission } from "../../state/repositories.ts";
import { teamsOfRepository } from "../../state/team-lists.ts";
import { readNewCollaborator, readPermission } from "./new-collaborator.ts";

export const collaborators = [
  repositoryHandler(listCollaborators, ({ affiliation = "all", permission = "pull" }, call) => {
    const { context, repository, page, links } = call;
    const ids = collaboratorsOf(context.db, repository, { affiliation, permission });
    links.setTotal(ids.length);
    return ids
      .slice(page.offset, page.offset + page.limit)
      .map((id) =>
        renderCollaborator(context, getAccount(context.db, id), grantedPermission(context.db, repository, id)),
      );
  }),

  repositoryHandler(checkCollaborator, (_input, { context, repository, subject }) => {
    const user = requireFound(subject);
    return grantedPermission(context.db, repository, user.id) !== "none";
  }),

  repositoryHandler(getCollaboratorPermission, (_input, { context, repository, subject }) => {
    const user = requireFound(subject);
    const granted = grantedPermission(context.db, repository, user.id);
    const level = higherPermission(publicPermission(repository), granted);
    return {
      permission: LEGACY_PERMISSIONS[level],
      role_name: roleNameOf(level),
      user: renderCollaborator(context, user, level),
    };
  }),

  repositoryHandler(addCollaborator, (input, call) => {
    const { context, repository } = call;
    const user = readNewCollaborator(call);
    const permission = readPermission(call, input.permission);
    const sender = requireActor(call);
    const invitation = context.db.transaction(() =>
      effects.addCollaborator({ context, repository, sender }, user, permission),
    );
    return invitation && reply(201, renderRepositoryInvitation(context, invitation));
  }),

  repositoryHandler(removeCollaborator, (_input, call) => {
    const { context, caller, repository } = call;
    const user = requireFound(call.subject);
    // Others can only remove themselves.
    if (caller.user?.id !== user.id && !hasRole(context, "repository-admin", caller, call)) {
      throw forbidden("Must have admin rights to Repository.");
    }
    const sender = requireActor(call);
    context.db.transaction(() => effects.removeCollaborator({ context, repository, sender }, user));
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
