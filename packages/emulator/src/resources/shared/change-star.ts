import { starEvent, watchEvent } from "../../deliveries/events/stars.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { addStar, removeStar } from "../../state/stars.ts";
import { timestamp } from "../../timestamp.ts";

/** Stars or unstars a repository, and emits the events if that changed something. */
export function changeStar(context: EmulatorContext, repository: Repository, user: Account, isStarred: boolean): void {
  if (isStarred) {
    if (!addStar(context.db, repository.id, user.id, timestamp(context.now()))) return;
    context.deliveries.emit(repository.id, starEvent(context, repository, user, "created"));
    context.deliveries.emit(repository.id, watchEvent(context, repository, user));
  } else if (removeStar(context.db, repository.id, user.id)) {
    context.deliveries.emit(repository.id, starEvent(context, repository, user, "deleted"));
  }
}
