import { ANONYMOUS } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { placeholderSha } from "../git/placeholder-sha.ts";
import { pullRequestChangesOf, tipsOf } from "../git/pull-request-changes.ts";
import { mergeabilityOf } from "../rules/mergeability.ts";
import { getAccount } from "../state/accounts.ts";
import { assigneesOf, issueComments } from "../state/issues.ts";
import { labelsOf } from "../state/labels.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import { getRepository, type Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import { countReviewComments } from "../state/reviews.ts";
import { authorAssociation } from "./author-association.ts";
import { renderLabel } from "./label.ts";
import { renderMilestone } from "./milestone.ts";
import { renderRepository, renderSimpleRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a pull request for lists and for responses to review requests. */
export function renderPullRequest(context: EmulatorContext, repository: Repository, pull: PullRequest) {
  const { db } = context;
  const urls = renderSimpleRepository(context, repository);
  const url = `${urls.url}/pulls/${pull.number}`;
  const issueUrl = `${urls.url}/issues/${pull.number}`;
  const htmlUrl = `${urls.html_url}/pull/${pull.number}`;
  const commentUrl = `${urls.url}/pulls/comments{/number}`;
  const head = renderHead(context, pull);
  const statusesUrl = `${urls.url}/statuses/${head.sha}`;
  const requested = requestedReviewers(db, pull.id);
  const assignees = assigneesOf(db, pull.issue_id).map((user) => renderUser(context, user));
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
    user: renderUser(context, getAccount(db, pull.user_id)),
    body: pull.body,
    labels: labelsOf(db, pull.issue_id).map((label) => renderLabel(context, repository, label)),
    milestone: renderMilestone(context, repository, pull.milestone_id),
    active_lock_reason: pull.lock_reason,
    created_at: pull.created_at,
    updated_at: pull.updated_at,
    closed_at: pull.closed_at,
    merged_at: pull.merged_at,
    merge_commit_sha: pull.merge_commit_sha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: requested.users.map((user) => renderUser(context, user)),
    requested_teams: requested.teams.map((team) => renderTeam(context, team)),
    draft: pull.draft,
    head,
    base: renderBase(context, repository, pull),
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
    author_association: authorAssociation(context, repository, pull.user_id),
    auto_merge: null,
  };
}

/** Renders a single pull request. Without commits it has no changes and no conflicts. */
export function renderFullPullRequest(context: EmulatorContext, repository: Repository, pull: PullRequest) {
  const { db } = context;
  const changes = pullRequestChangesOf(db, pull);
  const files = changes?.files ?? [];
  const sum = (of: "additions" | "deletions") => files.reduce((total, file) => total + file[of], 0);
  const { mergeable, state } = mergeabilityOf(context, repository, pull);
  return {
    ...renderPullRequest(context, repository, pull),
    comments: issueComments.count(db, { issue_id: pull.issue_id }),
    review_comments: countReviewComments(db, pull.id),
    commits: changes?.commits.length ?? 0,
    additions: sum("additions"),
    deletions: sum("deletions"),
    changed_files: files.length,
    merged: pull.merged_at !== null,
    merged_by: pull.merged_by === null ? null : renderUser(context, getAccount(db, pull.merged_by)),
    mergeable,
    mergeable_state: state,
    rebaseable: mergeable,
    maintainer_can_modify: pull.maintainer_can_modify,
  };
}

/** Returns the head commit of a pull request. */
export function headShaOf({ db }: Pick<EmulatorContext, "db">, pull: PullRequest): string {
  return tipsOf(db, pull).head ?? placeholderSha(pull.head_repository_id ?? 0, pull.head);
}

function renderHead(context: EmulatorContext, pull: PullRequest) {
  const owner = pull.head_owner_id === null ? undefined : getAccount(context.db, pull.head_owner_id);
  const from = pull.head_repository_id === null ? undefined : getRepository(context.db, pull.head_repository_id);
  return {
    label: owner ? `${owner.login}:${pull.head}` : null,
    ref: pull.head,
    sha: headShaOf(context, pull),
    repo: from ? renderRepository(context, from, ANONYMOUS) : null,
    user: owner ? renderUser(context, owner) : null,
  };
}

function renderBase(context: EmulatorContext, repository: Repository, pull: PullRequest) {
  const owner = getAccount(context.db, repository.owner_id);
  return {
    label: `${owner.login}:${pull.base}`,
    ref: pull.base,
    sha: tipsOf(context.db, pull).base ?? placeholderSha(repository.id, pull.base),
    repo: renderRepository(context, repository, ANONYMOUS),
    user: renderUser(context, owner),
  };
}
