import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderReview } from "../../objects/review.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Reviewer } from "../../state/review-requests.ts";
import type { Review } from "../../state/reviews.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** A review was asked for, or no longer is. */
export function reviewRequestEvent(
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: "review_requested" | "review_request_removed",
  reviewer: Reviewer,
): Event {
  const who =
    "user" in reviewer
      ? { requested_reviewer: renderUser(world, reviewer.user) }
      : { requested_team: renderTeam(world, reviewer.team) };
  const pull_request = renderPullRequest(world, repository, pull);
  const payload = { action, number: pull.number, pull_request, ...who, ...commonPayload(world, repository, sender) };
  return { name: "pull_request", action, payload };
}

/** A review was given; events have its state in small letters (public description of webhooks). */
export function reviewEvent(
  world: World,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  sender: Account,
): Event {
  const action = "submitted";
  const rendered = renderReview(world, repository, pull, review);
  const payload = {
    action,
    review: { ...rendered, state: rendered.state.toLowerCase() },
    pull_request: renderPullRequest(world, repository, pull),
    ...commonPayload(world, repository, sender),
  };
  return { name: "pull_request_review", action, payload };
}
