import * as z from "zod/mini";
import { EventMilestone } from "../objects/milestone.ts";
import { EventLabel, PullRequestStack } from "../objects/pull-request.ts";
import { EventUser, User } from "../objects/user.ts";
import { extensibleEnum } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";
import { EventPullRequest, EventPullRequestDetails } from "./parts/pull-request.ts";
import { EventTeam } from "./parts/team.ts";

/** A pull request changed: opened, edited, synchronized, labeled, closed and so on. */
export const pullRequest = event("pull_request", allHooks("pull_requests"), () => {
  const detailed = { pull_request: EventPullRequestDetails.schema() };
  const label = { label: z.optional(EventLabel.schema()) };
  // The sender is not guaranteed for every action.
  const optionalSender = { sender: z.optional(User.schema()) };
  const milestone = { milestone: z.optional(EventMilestone.schema()), ...optionalSender };
  // Exactly one is set: a user or a team is requested.
  const reviewer = {
    requested_reviewer: z.optional(z.nullable(EventUser.schema())),
    requested_team: z.optional(EventTeam.schema()),
  };
  return {
    payload: { ...repositoryEventFields(), number: z.int(), pull_request: EventPullRequest.schema() },
    actions: {
      assigned: { assignee: z.nullable(EventUser.schema()) },
      auto_merge_disabled: { reason: z.string() },
      auto_merge_enabled: { reason: z.optional(z.string()) },
      closed: detailed,
      converted_to_draft: detailed,
      demilestoned: milestone,
      dequeued: {
        reason: extensibleEnum(
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
        ...detailed,
        changes: z.looseObject({
          title: z.optional(PreviousText.schema()),
          body: z.optional(PreviousText.schema()),
          base: z.optional(z.looseObject({ ref: PreviousText.schema(), sha: PreviousText.schema() })),
        }),
        ...optionalSender,
      },
      enqueued: {},
      labeled: label,
      locked: {},
      milestoned: milestone,
      opened: detailed,
      ready_for_review: detailed,
      reopened: detailed,
      review_request_removed: reviewer,
      review_requested: reviewer,
      /** The pull request was added to a stack of pull requests that build on one another. */
      stacked: { stack: z.optional(z.nullable(PullRequestStack.schema())) },
      /** The head branch moved from one commit to another. */
      synchronize: { before: z.string(), after: z.string() },
      unassigned: { assignee: z.optional(z.nullable(EventUser.schema())), ...optionalSender },
      unlabeled: label,
      unlocked: {},
    },
  };
});
