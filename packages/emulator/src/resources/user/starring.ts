import type { Input } from "@forgehand/core/contract";
import {
  checkStar,
  listRepositoriesStarredByUser,
  listStarredRepositories,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";

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
import { changeStar } from "../shared/change-star.ts";

export const starring = [
  userHandler(listStarredRepositories, (order, call) => listStarred(call, call.user, order)),

  accountHandler(listRepositoriesStarredByUser, (order, call) => listStarred(call, call.subject, order)),

  repositoryHandler(checkStar, (_input, call) =>
    stars.stars.has(call.context.db, { repository_id: call.repository.id, user_id: requireUser(call).id }),
  ),

  repositoryHandler(starRepository, (_input, call) => {
    changeStar(call.context, call.repository, requireUser(call), true);
  }),

  repositoryHandler(unstarRepository, (_input, call) => {
    changeStar(call.context, call.repository, requireUser(call), false);
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
