import { announceLostRepository } from "../../deliveries/events/installations.ts";
import { deletionEvent } from "../../deliveries/events/repositories.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { deletedWith, deleteRepository } from "../../state/repository-changes.ts";
import type { World } from "../../world.ts";

/** Deletes a repository with what goes along with it, and tells of each while it is still there to be described. */
export function removeRepository(world: World, repository: Repository, sender: Account): void {
  world.db.transaction(() => {
    for (const gone of deletedWith(world.db, repository)) {
      announceLostRepository(world, gone, sender);
      world.deliveries.emit(gone.id, deletionEvent(world, gone, sender));
    }
    deleteRepository(world.db, repository);
  });
}
