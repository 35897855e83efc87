import { emitRepositoryRemoved } from "../../deliveries/events/installations.ts";
import { deletionEvent } from "../../deliveries/events/repositories.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { deleteRepository, repositoriesDeletedWith } from "../../state/repository-changes.ts";

/**
 * Deletes a repository and everything that is deleted with it. Emits the events first, while the repositories can still
 * be rendered.
 */
export function removeRepository(context: EmulatorContext, repository: Repository, sender: Account): void {
  context.db.transaction(() => {
    for (const deleted of repositoriesDeletedWith(context.db, repository)) {
      emitRepositoryRemoved(context, deleted, sender);
      context.deliveries.emit(deleted.id, deletionEvent(context, deleted, sender));
    }
    deleteRepository(context.db, repository);
  });
}
