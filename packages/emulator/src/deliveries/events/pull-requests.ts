import { renderPullRequest, renderWholePullRequest } from "../../objects/pull-request.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { commentsOf, type Review } from "../../state/reviews.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";

/** What becomes of a pull request without anybody being named. */
type Action = "closed" | "reopened" | "converted_to_draft" | "ready_for_review";

/** A pull request was closed, merged or not, or opened again, or is a draft or no longer (public description). */
export const pullRequestEvent = (
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: Action,
) => happened(world, repository, pull, sender, action, {});

/** Commits came to the branch of an open pull request (public description: synchronize). */
export const synchronizeEvent = (
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  moved: { readonly before: string; readonly after: string },
) => happened(world, repository, pull, sender, "synchronize", moved);

/** A pull request is to go into another branch (public description: edited). */
export const rebasedEvent = (
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  from: { readonly ref: string; readonly sha: string },
) =>
  happened(world, repository, pull, sender, "edited", {
    changes: { base: { ref: { from: from.ref }, sha: { from: from.sha } } },
  });

function happened(
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: string,
  beside: object,
): Event {
  return {
    ...{ name: "pull_request", action },
    get payload() {
      const pull_request = renderWholePullRequest(world, repository, pull);
      return { action, number: pull.number, pull_request, ...beside, ...commonPayload(world, repository, sender) };
    },
  };
}

/** What is told of each remark of a review that was given (public description: pull_request_review_comment). */
export function reviewCommentEvents(
  world: World,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  sender: Account,
): Event[] {
  const action = "created";
  return commentsOf(world.db, review).map((comment) => ({
    ...{ name: "pull_request_review_comment", action },
    get payload() {
      return {
        action,
        comment: renderReviewComment(world, repository, pull, review, comment),
        pull_request: renderPullRequest(world, repository, pull),
        ...commonPayload(world, repository, sender),
      };
    },
  }));
}
