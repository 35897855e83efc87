import type { Caller } from "../callers/caller.ts";
import { isInsider } from "../callers/insider.ts";
import { getAccount } from "../state/accounts.ts";
import { EVERY } from "../state/database.ts";
import { fieldValuesOf } from "../state/issue-field-values.ts";
import { assigneesOf, countComments, type Issue, type Reaction, reactionsTo } from "../state/issues.ts";
import { labelsOf } from "../state/labels.ts";
import { pullRequestOf } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { associationOf } from "./author-association.ts";
import { renderFieldValue } from "./issue-field.ts";
import { renderLabel } from "./label.ts";
import { renderMilestone } from "./milestone.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** An issue or pull request that a search found, as this caller sees it (public description). */
export function renderFoundIssue(world: World, repository: Repository, issue: Issue, caller: Caller, score: number) {
  const reader = { isMember: isInsider(world, caller, repository.owner_id) };
  const { body, ...found } = renderIssue(world, repository, issue, reader);
  // The public description knows texts here, and none at all.
  return { ...found, ...(body === null ? {} : { body }), score };
}

/** An issue or pull request. @param reader whether whoever reads may see what is for members alone */
export function renderIssue(
  world: World,
  repository: Repository,
  issue: Issue,
  reader: { readonly isMember: boolean },
) {
  const { db } = world;
  const addresses = renderSimpleRepository(world, repository);
  const url = `${addresses.url}/issues/${issue.number}`;
  const pull = pullRequestOf(db, issue.id);
  const htmlUrl = `${addresses.html_url}/${pull ? "pull" : "issues"}/${issue.number}`;
  const assignees = assigneesOf(db, issue.id).map((user) => renderUser(world, user));
  return {
    url,
    repository_url: addresses.url,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: htmlUrl,
    id: issue.id,
    node_id: nodeId(pull ? "PullRequest" : "Issue", pull?.id ?? issue.id),
    number: issue.number,
    title: issue.title,
    user: renderUser(world, getAccount(db, issue.user_id)),
    labels: labelsOf(db, issue.id).map((label) => renderLabel(world, repository, label)),
    state: issue.state,
    state_reason: issue.state_reason,
    locked: issue.locked,
    active_lock_reason: issue.lock_reason,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: renderMilestone(world, repository, issue.milestone_id),
    comments: countComments(db, issue.id),
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    author_association: associationOf(world, repository, issue.user_id),
    body: issue.body,
    issue_field_values: fieldValuesOf(db, issue.id, reader, EVERY).rows.map(renderFieldValue),
    reactions: renderReactions(world, issue.id, url),
    ...(pull
      ? {
          draft: pull.draft,
          pull_request: {
            url: `${addresses.url}/pulls/${issue.number}`,
            html_url: htmlUrl,
            diff_url: `${htmlUrl}.diff`,
            patch_url: `${htmlUrl}.patch`,
            merged_at: pull.merged_at,
          },
        }
      : {}),
  };
}

const renderReactions = ({ db }: World, issueId: number, url: string) => reactionsObject(reactionsTo(db, issueId), url);

/** The reactions to what nobody has reacted to yet. */
export const renderNoReactions = (url: string) => reactionsObject(new Map(), url);

function reactionsObject(counts: ReadonlyMap<Reaction, number>, url: string) {
  const of = (content: Reaction) => counts.get(content) ?? 0;
  return {
    url: `${url}/reactions`,
    total_count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    ...{ "+1": of("+1"), "-1": of("-1"), laugh: of("laugh"), confused: of("confused") },
    ...{ heart: of("heart"), hooray: of("hooray"), eyes: of("eyes"), rocket: of("rocket") },
  };
}
