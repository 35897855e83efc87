import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";
import { ReviewedPullRequest } from "./parts/pull-request.ts";
import { ReviewComment } from "./parts/review-comment.ts";

/** A comment on a pull request's changes was created, edited or deleted. */
export const pullRequestReviewComment = event("pull_request_review_comment", allHooks("pull_requests"), () => ({
  payload: {
    ...repositoryEventFields(),
    pull_request: ReviewedPullRequest.schema(),
    comment: ReviewComment.schema(),
  },
  actions: {
    created: {},
    deleted: {},
    edited: { changes: z.looseObject({ body: z.optional(PreviousText.schema()) }) },
  },
}));

/** A thread of comments on a pull request's changes was resolved or reopened. */
export const pullRequestReviewThread = event("pull_request_review_thread", allHooks("pull_requests"), () => ({
  payload: {
    ...repositoryEventFields(),
    sender: z.optional(User.schema()),
    pull_request: ReviewedPullRequest.schema(),
    thread: z.looseObject({ node_id: z.string(), comments: z.array(ReviewComment.schema()) }),
    updated_at: z.optional(z.nullable(z.string())),
  },
  actions: { resolved: {}, unresolved: {} },
}));
