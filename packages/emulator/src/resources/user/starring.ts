import type { Input } from "@forgehand/core/contract";
import {
  checkStar,
  listRepositoriesStarredByUser,
  listStarredRepositories,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { starEvent, watchEvent } from "../../deliveries/events/stars.ts";
import {
  type ApiCall,
  accountHandler,
  renderPage,
  repositoryHandler,
  requireUser,
  userHandler,
} from "../../http/handler.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import { repositoryOf } from "../../state/repositories.ts";
import * as stars from "../../state/stars.ts";
import { timestamp } from "../../timestamp.ts";

export const starring = [
  userHandler(listStarredRepositories, (order, call) => listStarred(call, call.user, order)),

  accountHandler(listRepositoriesStarredByUser, (order, call) => listStarred(call, call.subject, order)),

  repositoryHandler(checkStar, (_input, call) =>
    stars.isStarred(call.context.db, call.repository.id, requireUser(call).id),
  ),

  repositoryHandler(starRepository, (_input, call) => {
    const { context, repository } = call;
    const user = requireUser(call);
    if (stars.addStar(context.db, repository.id, user.id, timestamp(context.now()))) {
      context.deliveries.emit(repository.id, starEvent(context, repository, user, "created"));
      context.deliveries.emit(repository.id, watchEvent(context, repository, user));
    }
    return undefined;
  }),

  repositoryHandler(unstarRepository, (_input, call) => {
    const { context, repository } = call;
    const user = requireUser(call);
    if (stars.removeStar(context.db, repository.id, user.id)) {
      context.deliveries.emit(repository.id, starEvent(context, repository, user, "deleted"));
    }
    return undefined;
  }),
];

/** Lists the repositories that a user starred and the caller can see. The media type `star` adds the times. */
function listStarred(call: ApiCall, { id }: Account, input: Input<typeof listStarredRepositories>) {
  const { sort = "created", direction = "desc" } = input;
  const { context, caller, page, media } = call;
  const rowPage = stars.starsOf(context.db, id, { sort, direction }, visibleRepositories(caller), page);
  const render = (star: stars.Star) => renderRepository(context, repositoryOf(context.db, star.repository_id), caller);
  return media === "star"
    ? renderPage(call, rowPage, (star) => ({ starred_at: star.starred_at, repo: render(star) }))
    : renderPage(call, rowPage, render);
}
