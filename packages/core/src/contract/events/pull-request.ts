import * as z from "zod/mini";
import { EventMilestone } from "../objects/milestone.ts";
import { EventLabel } from "../objects/pull-request.ts";
import { EventUser, User } from "../objects/user.ts";
import { open } from "../schema.ts";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { CountedPullRequest, EventPullRequest } from "./parts/pull-request.ts";
import { EventTeam } from "./parts/team.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** Something happened to a pull request (public description). */
export const pullRequest = /* @__PURE__ */ event("pull_request", everywhere("pull_requests"), () => {
  const counted = { pull_request: CountedPullRequest() };
  const label = { label: z.optional(EventLabel()) };
  // Who did it is not promised everywhere.
  const anybody = { sender: z.optional(User()) };
  const milestone = { milestone: z.optional(EventMilestone()), ...anybody };
  // One of them: a person or a team is asked.
  const reviewer = {
    requested_reviewer: z.optional(z.nullable(EventUser())),
    requested_team: z.optional(EventTeam()),
  };
  return {
    payload: { ...inRepository(), number: z.int(), pull_request: EventPullRequest() },
    actions: {
      assigned: { assignee: z.nullable(EventUser()) },
      auto_merge_disabled: { reason: z.string() },
      auto_merge_enabled: { reason: z.optional(z.string()) },
      closed: counted,
      converted_to_draft: counted,
      demilestoned: milestone,
      dequeued: {
        reason: open(
          "UNKNOWN_REMOVAL_REASON",
          "MANUAL",
          "MERGE",
          "MERGE_CONFLICT",
          "CI_FAILURE",
          "CI_TIMEOUT",
          "ALREADY_MERGED",
          "QUEUE_CLEARED",
          "ROLL_BACK",
          "BRANCH_PROTECTIONS",
          "GIT_TREE_INVALID",
          "INVALID_MERGE_COMMIT",
        ),
      },
      edited: {
        ...counted,
        changes: z.looseObject({
          title: z.optional(Changed()),
          body: z.optional(Changed()),
          base: z.optional(z.looseObject({ ref: Changed(), sha: Changed() })),
        }),
        ...anybody,
      },
      enqueued: {},
      labeled: label,
      locked: {},
      milestoned: milestone,
      opened: counted,
      ready_for_review: counted,
      reopened: counted,
      review_request_removed: reviewer,
      review_requested: reviewer,
      /** The branch moved from one commit to another. */
      synchronize: { before: z.string(), after: z.string() },
      unassigned: { assignee: z.optional(z.nullable(EventUser())), ...anybody },
      unlabeled: label,
      unlocked: {},
    },
  };
});
