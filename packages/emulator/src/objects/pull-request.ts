import { createHash } from "node:crypto";
import { NOBODY } from "../http/call.ts";
import { getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import type { World } from "../world.ts";
import { renderRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** A pull request as lists and review requests answer it. */
export function renderPullRequest(world: World, repository: Repository, pull: PullRequest) {
  const { db, apiUrl, webUrl } = world;
  const fullName = `${getAccount(db, repository.owner_id).login}/${repository.name}`;
  const url = `${apiUrl}/repos/${fullName}/pulls/${pull.number}`;
  const issueUrl = `${apiUrl}/repos/${fullName}/issues/${pull.number}`;
  const htmlUrl = `${webUrl}/${fullName}/pull/${pull.number}`;
  const requested = requestedReviewers(db, pull.id);
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
    review_comment_url: `${apiUrl}/repos/${fullName}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: `${apiUrl}/repos/${fullName}/statuses/${pull.head}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: renderUser(world, getAccount(db, pull.user_id)),
    body: pull.body,
    labels: [],
    milestone: null,
    active_lock_reason: null,
    created_at: pull.created_at,
    updated_at: pull.updated_at,
    closed_at: null,
    merged_at: null,
    merge_commit_sha: null,
    assignee: null,
    assignees: [],
    requested_reviewers: requested.users.map((user) => renderUser(world, user)),
    requested_teams: requested.teams.map((team) => renderTeam(world, team)),
    draft: false,
    ...sidesOf(world, repository, pull),
    _links: {
      self: { href: url },
      html: { href: htmlUrl },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${apiUrl}/repos/${fullName}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: `${apiUrl}/repos/${fullName}/statuses/${pull.head}` },
    },
    author_association: "NONE",
    auto_merge: null,
  };
}

/** A pull request by itself. Branches hold no commits of their own, so there is nothing to count or to clash. */
export function renderWholePullRequest(world: World, repository: Repository, pull: PullRequest) {
  const none = { comments: 0, review_comments: 0, commits: 0, additions: 0, deletions: 0, changed_files: 0 };
  return {
    ...renderPullRequest(world, repository, pull),
    ...none,
    merged: false,
    mergeable: true,
    mergeable_state: "clean",
    rebaseable: true,
    merged_by: null,
    maintainer_can_modify: false,
  };
}

function sidesOf(world: World, repository: Repository, { head, base }: PullRequest) {
  const owner = getAccount(world.db, repository.owner_id);
  const side = (ref: string) => ({
    label: `${owner.login}:${ref}`,
    ref,
    // The same branch has the same commit everywhere.
    sha: createHash("sha1").update(`${repository.id} ${ref}`).digest("hex"),
    repo: renderRepository(world, repository, NOBODY),
    user: renderUser(world, owner),
  });
  return { head: side(head), base: side(base) };
}
