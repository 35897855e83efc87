import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderReview } from "../../objects/review.ts";
import { renderTeam } from "../../objects/team.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import type { RequestedReviewer } from "../../state/review-requests.ts";
import type { Review } from "../../state/reviews.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates the event for a requested review or a removed request. */
export function reviewRequestEvent(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: "review_requested" | "review_request_removed",
  reviewer: RequestedReviewer,
): WebhookEvent {
  const requested =
    "user" in reviewer
      ? { requested_reviewer: renderUser(context, reviewer.user) }
      : { requested_team: renderTeam(context, reviewer.team) };
  const pull_request = renderPullRequest(context, repository, pull);
  const payload = {
    action,
    number: pull.number,
    pull_request,
    ...requested,
    ...commonPayload(context, repository, sender),
  };
  return { name: "pull_request", action, payload };
}

/** Creates the event for a submitted review. Events have the state in lower case. */
export function reviewEvent(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  sender: Account,
): WebhookEvent {
  const action = "submitted";
  const rendered = renderReview(context, repository, pull, review);
  const payload = {
    action,
    review: { ...rendered, state: rendered.state.toLowerCase() },
    pull_request: renderPullRequest(context, repository, pull),
    ...commonPayload(context, repository, sender),
  };
  return { name: "pull_request_review", action, payload };
}
