import { editedEvent, type PreviousPullRequest, pullRequestEvent } from "../deliveries/events/pull-requests.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { currentEnds, tipsOf } from "../git/pull-request-changes.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { findRef, isEmptyRepository } from "../state/git-store.ts";
import type { IssueEventName } from "../state/issue-events.ts";
import { issues } from "../state/issues.ts";
import * as states from "../state/pull-request-transitions.ts";
import { findPullRequest, type PullRequest, pullRequests } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { requestCodeOwnerReviews } from "./code-owners.ts";
import { type IssueEventFields, recordIssueEvent } from "./issue-events.ts";

type StateChange = Parameters<typeof pullRequestEvent>[4];

/**
 * Emits the event for a change of a pull request.
 * @returns the pull request as it is now
 */
export function emitPullRequestChange(
  { context, repository, sender }: RefUpdateContext,
  pull: PullRequest,
  action: StateChange,
): PullRequest {
  const changed = findPullRequest(context.db, repository.id, pull.number) ?? pull;
  context.deliveries.emit(repository.id, pullRequestEvent(context, repository, changed, sender, action));
  return changed;
}

/** Closes an open pull request without merging it. */
export function closePullRequest(actionContext: RefUpdateContext, pull: PullRequest): PullRequest {
  const { context } = actionContext;
  states.closePullRequest(context.db, pull, currentEnds(context.db, pull), timestamp(context.now()));
  record(actionContext, pull, "closed", { state_reason: null });
  return emitPullRequestChange(actionContext, pull, "closed");
}

/** The reason why a closed pull request can't be reopened. */
export type ReopenProblem =
  | { readonly kind: "merged" | "head-repository-deleted" }
  | { readonly kind: "branch-deleted"; readonly branch: string }
  | { readonly kind: "duplicate"; readonly number: number };

/** Returns why a closed pull request can't be reopened; undefined if it can be. */
export function reopenProblem(
  { db }: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
): ReopenProblem | undefined {
  const { head, head_repository_id, base } = pull;
  if (pull.merged_at !== null) return { kind: "merged" };
  if (head_repository_id === null) return { kind: "head-repository-deleted" };
  for (const [repositoryId, branch] of [[head_repository_id, head] as const, [repository.id, base] as const]) {
    const store = { db, repositoryId };
    if (!isEmptyRepository(store) && findRef(store, `refs/heads/${branch}`) === undefined) {
      return { kind: "branch-deleted", branch };
    }
  }
  const duplicate = states.findOpenDuplicate(db, repository.id, { head, head_repository_id, base });
  return duplicate && { kind: "duplicate", number: duplicate.number };
}

/** Reopens a closed pull request that has no {@link reopenProblem}. */
export function reopenPullRequest(actionContext: RefUpdateContext, pull: PullRequest): PullRequest {
  const { context } = actionContext;
  states.reopenPullRequest(context.db, pull, timestamp(context.now()));
  record(actionContext, pull, "reopened", { state_reason: null });
  return emitPullRequestChange(actionContext, pull, "reopened");
}

/** Converts a pull request to a draft. */
export function convertToDraft(actionContext: RefUpdateContext, pull: PullRequest): PullRequest {
  const { context } = actionContext;
  states.setDraft(context.db, pull, true, timestamp(context.now()));
  record(actionContext, pull, "convert_to_draft");
  return emitPullRequestChange(actionContext, pull, "converted_to_draft");
}

/** Marks a draft as ready for review, and requests reviews from code owners. */
export function markReady(actionContext: RefUpdateContext, pull: PullRequest): PullRequest {
  const { context } = actionContext;
  states.setDraft(context.db, pull, false, timestamp(context.now()));
  record(actionContext, pull, "ready_for_review");
  return requestCodeOwnerReviews(actionContext, emitPullRequestChange(actionContext, pull, "ready_for_review"));
}

function record(
  { context, sender }: RefUpdateContext,
  { issue_id }: PullRequest,
  event: IssueEventName,
  fields?: IssueEventFields,
): void {
  recordIssueEvent(context, { id: issue_id }, sender, event, fields);
}

/** Fields of a pull request that can be edited; those that are undefined stay as they are. */
export interface PullRequestEdit {
  readonly title?: string | undefined;
  readonly body?: string | null | undefined;
  readonly base?: string | undefined;
  readonly maintainer_can_modify?: boolean | undefined;
}

/**
 * Changes fields of a pull request, and emits one event for those that are different from before.
 * @param baseEvent the name of the change of its base in the timeline
 */
export function editPullRequest(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  { title = pull.title, body = pull.body, base = pull.base, maintainer_can_modify }: PullRequestEdit,
  baseEvent: "base_ref_changed" | "automatic_base_change_succeeded" = "base_ref_changed",
): PullRequest {
  const { context, repository, sender } = actionContext;
  const { db, deliveries } = context;
  const previous: PreviousPullRequest = {
    ...(title === pull.title ? {} : { title: pull.title }),
    ...(body === pull.body ? {} : { body: pull.body ?? "" }),
    ...(base === pull.base ? {} : { base: { ref: pull.base, sha: tipsOf(db, pull).base ?? "" } }),
  };
  if (maintainer_can_modify !== undefined) pullRequests.update(db, { id: pull.id }, { maintainer_can_modify });
  const isEdited = Object.keys(previous).length > 0;
  if (isEdited) {
    issues.update(db, { id: pull.issue_id }, { title, body, updated_at: timestamp(context.now()) });
    states.setBase(db, pull, base);
  }
  if (title !== pull.title) record(actionContext, pull, "renamed", { rename: { from: pull.title, to: title } });
  if (base !== pull.base) record(actionContext, pull, baseEvent);
  const changed = findPullRequest(db, repository.id, pull.number) ?? pull;
  if (isEdited) deliveries.emit(repository.id, editedEvent(context, repository, changed, sender, previous));
  return changed;
}
