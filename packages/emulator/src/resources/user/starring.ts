import type { Input } from "@forgehand/core/contract";
import {
  checkStar,
  listRepositoriesStarredByUser,
  listStarredRepositories,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { starEvent, watchEvent } from "../../deliveries/events/stars.ts";
import { asUser, type Call, listed, onAccount, onRepository, userOf } from "../../http/call.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import { repositoryOf } from "../../state/repositories.ts";
import * as stars from "../../state/stars.ts";
import { timestamp } from "../../timestamp.ts";

export const starring = [
  asUser(listStarredRepositories, (order, call) => starredBy(call, call.user, order)),

  onAccount(listRepositoriesStarredByUser, (order, call) => starredBy(call, call.subject, order)),

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

/** What somebody starred, as far as the caller may see it; with the media type `star`, also when. */
function starredBy(call: Call, { id }: Account, input: Input<typeof listStarredRepositories>) {
  const { sort = "created", direction = "desc" } = input;
  const { world, caller, window, media } = call;
  const part = stars.starsOf(world.db, id, { sort, direction }, visibleTo(caller), window);
  const render = (star: stars.Star) => renderRepository(world, repositoryOf(world.db, star.repository_id), caller);
  return media === "star"
    ? listed(call, part, (star) => ({ starred_at: star.starred_at, repo: render(star) }))
    : listed(call, part, render);
}
