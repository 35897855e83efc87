import { NOBODY } from "../callers/caller.ts";
import { standInFor } from "../git/stand-in.ts";
import { getAccount } from "../state/accounts.ts";
import { assigneesOf, countComments } from "../state/issues.ts";
import { labelsOf } from "../state/labels.ts";
import { changesOf, sidesOf } from "../state/pull-request-changes.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import { getRepository, type Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import { countReviewComments } from "../state/reviews.ts";
import type { World } from "../world.ts";
import { associationOf } from "./author-association.ts";
import { renderLabel } from "./label.ts";
import { renderMilestone } from "./milestone.ts";
import { renderRepository, renderSimpleRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** A pull request as lists and review requests answer it (document 3, Review requests). */
export function renderPullRequest(world: World, repository: Repository, pull: PullRequest) {
  const { db } = world;
  const addresses = renderSimpleRepository(world, repository);
  const url = `${addresses.url}/pulls/${pull.number}`;
  const issueUrl = `${addresses.url}/issues/${pull.number}`;
  const htmlUrl = `${addresses.html_url}/pull/${pull.number}`;
  const commentUrl = `${addresses.url}/pulls/comments{/number}`;
  const head = headOf(world, pull);
  const statusesUrl = `${addresses.url}/statuses/${head.sha}`;
  const requested = requestedReviewers(db, pull.id);
  const assignees = assigneesOf(db, pull.issue_id).map((user) => renderUser(world, user));
  return {
    id: pull.id,
    node_id: nodeId("PullRequest", pull.id),
    url,
    html_url: htmlUrl,
    diff_url: `${htmlUrl}.diff`,
    patch_url: `${htmlUrl}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: commentUrl,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statusesUrl,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: renderUser(world, getAccount(db, pull.user_id)),
    body: pull.body,
    labels: labelsOf(db, pull.issue_id).map((label) => renderLabel(world, repository, label)),
    milestone: renderMilestone(world, repository, pull.milestone_id),
    active_lock_reason: pull.lock_reason,
    created_at: pull.created_at,
    updated_at: pull.updated_at,
    closed_at: pull.closed_at,
    merged_at: pull.merged_at,
    merge_commit_sha: pull.merge_commit_sha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: requested.users.map((user) => renderUser(world, user)),
    requested_teams: requested.teams.map((team) => renderTeam(world, team)),
    draft: pull.draft,
    head,
    base: baseOf(world, repository, pull),
    _links: {
      self: { href: url },
      html: { href: htmlUrl },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: commentUrl },
      commits: { href: `${url}/commits` },
      statuses: { href: statusesUrl },
    },
    author_association: associationOf(world, repository, pull.user_id),
    auto_merge: null,
  };
}

/** A pull request by itself. Where its branches hold no commits, there is nothing to count or to clash. */
export function renderWholePullRequest(world: World, repository: Repository, pull: PullRequest) {
  const { db } = world;
  const changes = changesOf(db, pull);
  const files = changes?.files ?? [];
  const sum = (of: "additions" | "deletions") => files.reduce((total, file) => total + file[of], 0);
  // Nothing is worked out for what is merged or closed.
  const mergeable = pull.state === "open" ? (changes?.mergeable ?? true) : null;
  return {
    ...renderPullRequest(world, repository, pull),
    comments: countComments(db, pull.issue_id),
    review_comments: countReviewComments(db, pull.id),
    commits: changes?.commits.length ?? 0,
    additions: sum("additions"),
    deletions: sum("deletions"),
    changed_files: files.length,
    merged: pull.merged_at !== null,
    merged_by: pull.merged_by === null ? null : renderUser(world, getAccount(db, pull.merged_by)),
    mergeable,
    mergeable_state: mergeable === null ? "unknown" : stateOf(pull, mergeable),
    rebaseable: mergeable,
    maintainer_can_modify: pull.maintainer_can_modify,
  };
}

function stateOf({ draft }: PullRequest, mergeable: boolean): string {
  if (!mergeable) return "dirty";
  return draft ? "draft" : "clean";
}

/** The commit at a pull request's head, as its objects and reviews name it. */
export function headShaOf({ db }: Pick<World, "db">, pull: PullRequest): string {
  return sidesOf(db, pull).head ?? standInFor(pull.head_repository_id ?? 0, pull.head);
}

function headOf(world: World, pull: PullRequest) {
  const owner = pull.head_owner_id === null ? undefined : getAccount(world.db, pull.head_owner_id);
  const from = pull.head_repository_id === null ? undefined : getRepository(world.db, pull.head_repository_id);
  return {
    label: owner ? `${owner.login}:${pull.head}` : null,
    ref: pull.head,
    sha: headShaOf(world, pull),
    repo: from ? renderRepository(world, from, NOBODY) : null,
    user: owner ? renderUser(world, owner) : null,
  };
}

function baseOf(world: World, repository: Repository, pull: PullRequest) {
  const owner = getAccount(world.db, repository.owner_id);
  return {
    label: `${owner.login}:${pull.base}`,
    ref: pull.base,
    sha: sidesOf(world.db, pull).base ?? standInFor(repository.id, pull.base),
    repo: renderRepository(world, repository, NOBODY),
    user: renderUser(world, owner),
  };
}
