import * as z from "zod/mini";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { ReviewedPullRequest } from "./parts/pull-request.ts";
import { EventReview } from "./parts/review.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** Somebody reviewed a pull request, or a review was changed or dismissed (public description). */
export const pullRequestReview = /* @__PURE__ */ event("pull_request_review", everywhere("pull_requests"), () => ({
  payload: { ...inRepository(), pull_request: ReviewedPullRequest(), review: EventReview() },
  actions: {
    dismissed: {},
    edited: { changes: z.looseObject({ body: z.optional(Changed()) }) },
    submitted: {},
  },
}));
