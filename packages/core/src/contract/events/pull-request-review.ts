import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";
import { ReviewedPullRequest } from "./parts/pull-request.ts";
import { EventReview } from "./parts/review.ts";

/** A review of a pull request was submitted, edited or dismissed. */
export const pullRequestReview = event("pull_request_review", allHooks("pull_requests"), () => ({
  payload: { ...repositoryEventFields(), pull_request: ReviewedPullRequest.schema(), review: EventReview.schema() },
  actions: {
    dismissed: {},
    edited: { changes: z.looseObject({ body: z.optional(PreviousText.schema()) }) },
    submitted: {},
  },
}));
