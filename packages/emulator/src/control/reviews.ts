import { Refusal } from "../http/refusal.ts";
import type { Control, ReviewToGive } from "../public.ts";
import { giveReview } from "../resources/repository/reviews.ts";
import { grantOf, openReach } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { livelyRepository, pullRequestNamed, userNamed } from "./named.ts";

const EVENTS = { approved: "APPROVE", changes_requested: "REQUEST_CHANGES", commented: "COMMENT" } as const;

/** What is said where nothing else is: only an approval goes without words. */
const WORDS = { approved: "", changes_requested: "This needs changes.", commented: "I have looked at this." } as const;

/** Somebody reviews a pull request, as a call of theirs would. */
export function createReviewControl(world: World): Control["review"] {
  return (told) => world.db.transaction(() => review(world, told));
}

function review(world: World, { repository: fullName, pull: number, user: login, ...told }: ReviewToGive): number {
  const { db } = world;
  const repository = livelyRepository(db, fullName);
  const pull = pullRequestNamed(db, repository, number);
  const user = userNamed(db, login);
  if (openReach(repository) === "none" && grantOf(db, repository, user.id) === "none") {
    throw new RangeError(`${user.login} can't see ${fullName}.`);
  }
  const { state = "approved", body = WORDS[state] } = told;
  const author = { user_id: user.id, app_id: null };
  try {
    return giveReview(world, { repository, pull }, author, { event: EVENTS[state], body }, user).id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new RangeError(error.complaints?.[0]?.message ?? error.message, { cause: error });
  }
}
