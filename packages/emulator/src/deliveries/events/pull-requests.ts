import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderFullPullRequest, renderPullRequest } from "../../objects/pull-request.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { type Review, reviewCommentsOf } from "../../state/reviews.ts";
import { commonPayload } from "./common-payload.ts";

/** Actions that change a pull request's state. Their payloads have no additional fields. */
type StateAction = "closed" | "reopened" | "converted_to_draft" | "ready_for_review";

/** Creates the event for a change of a pull request's state. */
export const pullRequestEvent = (
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: StateAction,
) => createPullRequestEvent(context, repository, pull, sender, action, {});

/** Creates the event for new commits on the branch of an open pull request (`synchronize`). */
export const synchronizeEvent = (
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  commits: { readonly before: string; readonly after: string },
) => createPullRequestEvent(context, repository, pull, sender, "synchronize", commits);

/** Creates the event for a changed base branch (`edited`). */
export const retargetedEvent = (
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  previousBase: { readonly ref: string; readonly sha: string },
) =>
  createPullRequestEvent(context, repository, pull, sender, "edited", {
    changes: { base: { ref: { from: previousBase.ref }, sha: { from: previousBase.sha } } },
  });

function createPullRequestEvent(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: string,
  extraFields: object,
): WebhookEvent {
  return {
    name: "pull_request",
    action,
    get payload() {
      const pull_request = renderFullPullRequest(context, repository, pull);
      return {
        action,
        number: pull.number,
        pull_request,
        ...extraFields,
        ...commonPayload(context, repository, sender),
      };
    },
  };
}

/** Creates an event for each comment of a submitted review (`pull_request_review_comment`). */
export function reviewCommentEvents(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  sender: Account,
): WebhookEvent[] {
  const action = "created";
  return reviewCommentsOf(context.db, review).map((comment) => ({
    name: "pull_request_review_comment",
    action,
    get payload() {
      return {
        action,
        comment: renderReviewComment(context, repository, pull, review, comment),
        pull_request: renderPullRequest(context, repository, pull),
        ...commonPayload(context, repository, sender),
      };
    },
  }));
}
