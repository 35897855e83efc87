import { checkStar, starRepository, unstarRepository } from "@forgehand/core/operations";
import { starEvent, watchEvent } from "../../deliveries/events.ts";
import { onRepository, userOf } from "../../http/call.ts";
import * as stars from "../../state/stars.ts";
import { timestamp } from "../../timestamp.ts";

export const starring = [
  onRepository(checkStar, (_input, call) => stars.isStarred(call.world.db, call.repository.id, userOf(call).id)),

  onRepository(starRepository, (_input, call) => {
    const { world, repository } = call;
    const user = userOf(call);
    if (stars.star(world.db, repository.id, user.id, timestamp(world.now()))) {
      world.deliveries.emit(repository.id, starEvent(world, repository, user, "created"));
      world.deliveries.emit(repository.id, watchEvent(world, repository, user));
    }
    return undefined;
  }),

  onRepository(unstarRepository, (_input, call) => {
    const { world, repository } = call;
    const user = userOf(call);
    if (stars.unstar(world.db, repository.id, user.id)) {
      world.deliveries.emit(repository.id, starEvent(world, repository, user, "deleted"));
    }
    return undefined;
  }),
];
