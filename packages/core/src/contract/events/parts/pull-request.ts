import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { EventMilestone } from "../../objects/milestone.ts";
import { EventLabel, PullRequestLinks, PullRequestStack } from "../../objects/pull-request.ts";
import { pullRequestCounts, pullRequestFields } from "../../objects/pull-request-fields.ts";
import { PushedRepository } from "../../objects/repository.ts";
import { ParentTeam } from "../../objects/team.ts";
import { EventUser } from "../../objects/user.ts";
import { userFields } from "../../objects/user-fields.ts";
import { extensibleEnum, fieldsWith, namedObject, namedSchema } from "../../schema.ts";
import { lockReason } from "./lock-reason.ts";
import { EventTeam } from "./team.ts";

/** Auto-merge settings of a pull request, in event payloads. */
export class EventAutoMerge extends namedObject(() => ({
  enabled_by: z.nullable(EventUser.schema()),
  merge_method: extensibleEnum("merge", "squash", "rebase"),
  ...fieldsWith(z.nullable(z.string()), "commit_title", "commit_message"),
})) {}

const side = lazy(() => ({
  label: z.nullable(z.string()),
  ...fieldsWith(z.string(), "ref", "sha"),
  user: z.nullable(EventUser.schema()),
}));

/** Head branch of a pull request; its repository is null once it is deleted. */
export class PullRequestHead extends namedObject(() => ({ ...side(), repo: z.nullable(PushedRepository.schema()) })) {}

/** Base branch of a pull request. */
export class PullRequestBase extends namedObject(() => ({ ...side(), repo: PushedRepository.schema() })) {}

/** Fields of a pull request in every event. */
const sharedFields = lazy(() => ({
  ...pullRequestFields(),
  ...fieldsWith(z.nullable(EventUser.schema()), "user", "assignee"),
  merge_commit_sha: z.nullable(z.string()),
  milestone: z.nullable(EventMilestone.schema()),
  labels: z.array(EventLabel.schema()),
  head: PullRequestHead.schema(),
  base: PullRequestBase.schema(),
  _links: PullRequestLinks.schema(),
  auto_merge: z.optional(z.nullable(EventAutoMerge.schema())),
  active_lock_reason: z.optional(z.nullable(lockReason())),
  draft: z.optional(z.boolean()),
}));

/** A requested reviewer: a user has a login, a team a slug. */
export class RequestedReviewer extends namedSchema(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    id: z.int(),
    type: z.optional(extensibleEnum("Bot", "Mannequin", "Organization", "User")),
    ...fieldsWith(z.optional(z.nullable(z.string())), "name", "email", "description"),
    ...fieldsWith(z.optional(z.string()), "slug", "members_url", "repositories_url", "permission"),
    privacy: z.optional(extensibleEnum("open", "closed", "secret")),
    notification_setting: z.optional(z.string()),
    parent: z.optional(z.nullable(ParentTeam.schema())),
    deleted: z.optional(z.boolean()),
  }),
) {}

const involvedUserFields = lazy(() => ({
  assignees: z.array(z.nullable(EventUser.schema())),
  requested_reviewers: z.array(z.nullable(RequestedReviewer.schema())),
  requested_teams: z.array(EventTeam.schema()),
}));

/** The reviewed pull request, which has fewer fields than in other events. */
export class ReviewedPullRequest extends namedObject(() => ({ ...sharedFields(), ...involvedUserFields() })) {}

const pullRequestObject = lazy(() => {
  const { assignees, requested_reviewers, requested_teams } = involvedUserFields();
  return z.looseObject({
    ...sharedFields(),
    assignees: z.optional(z.nullable(assignees)),
    requested_reviewers: z.optional(z.nullable(requested_reviewers)),
    requested_teams: z.optional(z.nullable(requested_teams)),
    ...z.partial(z.looseObject(pullRequestCounts())).shape,
    ...fieldsWith(z.optional(z.nullable(z.boolean())), "merged", "mergeable", "rebaseable"),
    merged_by: z.optional(z.nullable(EventUser.schema())),
    stack: z.optional(z.nullable(PullRequestStack.schema())),
    // Merge settings of the repository, which some payloads include.
    ...fieldsWith(
      z.optional(z.boolean()),
      "allow_auto_merge",
      "allow_update_branch",
      "delete_branch_on_merge",
      "use_squash_pr_title_as_default",
    ),
    merge_commit_title: z.optional(extensibleEnum("PR_TITLE", "MERGE_MESSAGE")),
    merge_commit_message: z.optional(extensibleEnum("PR_BODY", "PR_TITLE", "BLANK")),
    squash_merge_commit_title: z.optional(extensibleEnum("PR_TITLE", "COMMIT_OR_PR_TITLE")),
    squash_merge_commit_message: z.optional(extensibleEnum("PR_BODY", "COMMIT_MESSAGES", "BLANK")),
  });
});

/** A pull request in event payloads. */
export class EventPullRequest extends namedSchema(pullRequestObject) {}

/**
 * A pull request in event payloads with its details: whether it is merged or mergeable, and the size of its changes.
 */
export class EventPullRequestDetails extends namedSchema(() =>
  z.extend(pullRequestObject(), {
    ...pullRequestCounts(),
    mergeable: z.nullable(z.boolean()),
    merged_by: z.nullable(EventUser.schema()),
  }),
) {}
