import { deleteRepository, getRepository, updateRepository } from "@forgehand/core/operations";
import { changeEvents } from "../../deliveries/events/repositories.ts";
import { detachIfChanged } from "../../effects/repository-security.ts";
import { repositoryHandler, requireActor } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { renderFullRepository } from "../../objects/repository.ts";
import { repositoryOf } from "../../state/repositories.ts";
import * as state from "../../state/repository-changes.ts";
import { timestamp } from "../../timestamp.ts";
import { readRepositoryChanges } from "./repository-changes.ts";
import { removeRepository } from "./repository-deletion.ts";
import { isRestrictedToOwners } from "./repository-restrictions.ts";

export const repositories = [
  repositoryHandler(getRepository, (_input, { context, repository, caller }) =>
    renderFullRepository(context, repository, caller),
  ),

  repositoryHandler(updateRepository, (input, call) => {
    const { context, repository, caller } = call;
    const { db, now } = context;
    // The only change that an archived repository accepts is unarchiving it.
    if (repository.archived && input.archived !== false) throw forbidden("Repository was archived so is read-only.");
    const { name, ...changes } = readRepositoryChanges(call, input);
    db.transaction(() => {
      state.updateRepository(db, repository, changes, timestamp(now()));
      if (name !== repository.name) state.renameRepository(db, repository, name);
    });
    const after = repositoryOf(db, repository.id);
    detachIfChanged(db, after);
    for (const event of changeEvents(context, repository, after, requireActor(call))) {
      context.deliveries.emit(repository.id, event);
    }
    // Only reading returns the token (source: recorded).
    const { temp_clone_token: _token, ...rendered } = renderFullRepository(context, after, caller);
    return rendered;
  }),

  repositoryHandler(deleteRepository, (_input, call) => {
    if (isRestrictedToOwners(call, "members_can_delete_repositories")) {
      throw forbidden("Organization members cannot delete repositories.");
    }
    const { context, repository } = call;
    removeRepository(context, repository, requireActor(call));
  }),
];
