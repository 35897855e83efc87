import { listStargazers } from "@forgehand/core/operations";
import { listed, onRepository } from "../../http/call.ts";
import { renderUser } from "../../objects/user.ts";
import { getAccount } from "../../state/accounts.ts";
import { type Star, stargazersOf } from "../../state/stars.ts";

export const starring = [
  onRepository(listStargazers, (_input, call) => {
    const { world, repository, window, media } = call;
    const part = stargazersOf(world.db, repository.id, window);
    const render = ({ user_id }: Star) => renderUser(world, getAccount(world.db, user_id));
    return media === "star"
      ? listed(call, part, (star) => ({ starred_at: star.starred_at, user: render(star) }))
      : listed(call, part, render);
  }),
];
