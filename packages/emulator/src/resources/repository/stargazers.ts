import { listStargazers } from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import { type Star, stargazersOf } from "../../state/stars.ts";

export const stargazers = [
  repositoryHandler(listStargazers, (_input, call) => {
    const { context, repository, page, media } = call;
    const rowPage = stargazersOf(context.db, repository.id, page);
    const render = ({ user_id }: Star) => renderUser(context, getAccount(context.db, user_id));
    return media === "star"
      ? renderPage(call, rowPage, (star) => ({ starred_at: star.starred_at, user: render(star) }))
      : renderPage(call, rowPage, render);
  }),
];
