import type { Caller } from "../callers/caller.ts";
import { hasMemberAccess } from "../callers/member-access.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { ALL_ROWS } from "../state/database.ts";
import { closedBy } from "../state/issue-events.ts";
import { fieldValuesOf } from "../state/issue-field-values.ts";
import { assigneesOf, type Issue, issueComments, type Reaction, reactionCounts } from "../state/issues.ts";
import { labelsOf } from "../state/labels.ts";
import { pullRequestOf } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { authorAssociation } from "./author-association.ts";
import { renderFieldValue } from "./issue-field.ts";
import { renderLabel } from "./label.ts";
import { renderMilestone } from "./milestone.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders an issue or pull request in search results, as the caller sees it. */
export function renderFoundIssue(
  context: EmulatorContext,
  repository: Repository,
  issue: Issue,
  caller: Caller,
  score: number,
) {
  const reader = { isMember: hasMemberAccess(context, caller, repository.owner_id) };
  const { body, ...found } = renderIssue(context, repository, issue, reader);
  // GitHub's description does not allow a null body here.
  return { ...found, ...(body === null ? {} : { body }), score };
}

/** Renders an issue or pull request as the caller sees it, with the account that closed it. */
export function renderCallersIssue(context: EmulatorContext, repository: Repository, issue: Issue, caller: Caller) {
  const reader = { isMember: hasMemberAccess(context, caller, repository.owner_id) };
  const closerId = issue.state === "closed" ? closedBy(context.db, issue) : null;
  return {
    ...renderIssue(context, repository, issue, reader),
    closed_by: closerId === null ? null : renderUser(context, getAccount(context.db, closerId)),
  };
}

/**
 * Renders an issue or pull request.
 * @param reader whether the reader can see fields for members only
 */
export function renderIssue(
  context: EmulatorContext,
  repository: Repository,
  issue: Issue,
  reader: { readonly isMember: boolean },
) {
  const { db } = context;
  const urls = renderSimpleRepository(context, repository);
  const url = `${urls.url}/issues/${issue.number}`;
  const pull = pullRequestOf(db, issue.id);
  const htmlUrl = `${urls.html_url}/${pull ? "pull" : "issues"}/${issue.number}`;
  const assignees = assigneesOf(db, issue.id).map((user) => renderUser(context, user));
  return {
    url,
    repository_url: urls.url,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: htmlUrl,
    id: issue.id,
    node_id: nodeId(pull ? "PullRequest" : "Issue", pull?.id ?? issue.id),
    number: issue.number,
    title: issue.title,
    user: renderUser(context, getAccount(db, issue.user_id)),
    labels: labelsOf(db, issue.id).map((label) => renderLabel(context, repository, label)),
    state: issue.state,
    state_reason: issue.state_reason,
    locked: issue.locked,
    active_lock_reason: issue.lock_reason,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: renderMilestone(context, repository, issue.milestone_id),
    comments: issueComments.count(db, { issue_id: issue.id }),
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    author_association: authorAssociation(context, repository, issue.user_id),
    performed_via_svc_app: null,
    body: issue.body,
    issue_field_values: fieldValuesOf(db, issue.id, reader, ALL_ROWS).rows.map(renderFieldValue),
    reactions: reactionsObject(reactionCounts(db, issue.id), url),
    ...(pull
      ? {
          draft: pull.draft,
          pull_request: {
            url: `${urls.url}/pulls/${issue.number}`,
            html_url: htmlUrl,
            diff_url: `${htmlUrl}.diff`,
            patch_url: `${htmlUrl}.patch`,
            merged_at: pull.merged_at,
          },
        }
      : {}),
  };
}

/** Renders the reactions of an object without reactions. */
export const renderNoReactions = (url: string) => reactionsObject(new Map(), url);

/** Renders the reactions of the object at a URL. */
export function reactionsObject(counts: ReadonlyMap<Reaction, number>, url: string) {
  const countOf = (content: Reaction) => counts.get(content) ?? 0;
  return {
    url: `${url}/reactions`,
    total_count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    "+1": countOf("+1"),
    "-1": countOf("-1"),
    laugh: countOf("laugh"),
    confused: countOf("confused"),
    heart: countOf("heart"),
    hooray: countOf("hooray"),
    eyes: countOf("eyes"),
    rocket: countOf("rocket"),
  };
}
