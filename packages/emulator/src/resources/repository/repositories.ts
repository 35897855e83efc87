import { deleteRepository, getRepository, updateRepository } from "@forgehand/core/operations";
import { changeEvents } from "../../deliveries/events/repositories.ts";
import { onRepository, senderIn } from "../../http/call.ts";
import { forbidden } from "../../http/refusal.ts";
import { renderFullRepository } from "../../objects/repository.ts";
import { repositoryOf } from "../../state/repositories.ts";
import * as state from "../../state/repository-changes.ts";
import { timestamp } from "../../timestamp.ts";
import { leaveConfiguration } from "../families/repository-security.ts";
import { readChanges } from "./repository-changes.ts";
import { removeRepository } from "./repository-deletion.ts";
import { ownersAlone } from "./repository-restrictions.ts";

export const repositories = [
  onRepository(getRepository, (_input, { world, repository, caller }) =>
    renderFullRepository(world, repository, caller),
  ),

  onRepository(updateRepository, (input, call) => {
    const { world, repository, caller } = call;
    const { db, now } = world;
    // An archived repository takes nothing but its way back.
    if (repository.archived && input.archived !== false) throw forbidden("Repository was archived so is read-only.");
    const { name, ...changes } = readChanges(call, input);
    db.transaction(() => {
      state.updateRepository(db, repository, changes, timestamp(now()));
      if (name !== repository.name) state.renameRepository(db, repository, name);
    });
    const after = repositoryOf(db, repository.id);
    leaveConfiguration(db, after);
    for (const event of changeEvents(world, repository, after, senderIn(call))) {
      world.deliveries.emit(repository.id, event);
    }
    return renderFullRepository(world, after, caller);
  }),

  onRepository(deleteRepository, (_input, call) => {
    if (ownersAlone(call, "members_can_delete_repositories")) {
      throw forbidden("Organization members cannot delete repositories.");
    }
    const { world, repository } = call;
    removeRepository(world, repository, senderIn(call));
    return undefined;
  }),
];
