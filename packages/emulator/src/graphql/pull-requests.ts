import * as z from "zod/mini";
import { canSeeRepository } from "../callers/permission.ts";
import { parseClosingReferences } from "../effects/closing-references.ts";
import { mergeMessageOf } from "../effects/merge-pull-request.ts";
import { pullRequestChangesOf } from "../git/pull-request-changes.ts";
import { authorAssociation } from "../objects/author-association.ts";
import { headShaOf, renderFullPullRequest } from "../objects/pull-request.ts";
import { renderSimpleRepository } from "../objects/repository.ts";
import { nodeId } from "../objects/user.ts";
import { type PageRange, queryPage } from "../state/database.ts";
import { type Issue, issues } from "../state/issues.ts";
import { type PullRequest, pullRequestOf } from "../state/pull-requests.ts";
import { findByFullName, getRepository, type Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import { type Review, reviewCommentsOf, reviews } from "../state/reviews.ts";
import { reviewDecisionOf } from "./branch-rules.ts";
import { commitSource, refSource, splitMessage } from "./commits.ts";
import { connect, rowsIn } from "./connections.ts";
import { commonResolvers, contentOf, reactionGroups } from "./issues.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import {
  accountSource,
  accountWithId,
  issueSource,
  type PullRequestSource,
  repositorySource,
  type TeamSource,
} from "./sources.ts";

const MERGEABLE = new Map<boolean | null, string>([
  [true, "MERGEABLE"],
  [false, "CONFLICTING"],
  [null, "UNKNOWN"],
]);

const CHANGE_TYPES: Readonly<Record<string, string>> = {
  added: "ADDED",
  removed: "DELETED",
  renamed: "RENAMED",
  copied: "COPIED",
  modified: "MODIFIED",
  changed: "CHANGED",
};

const MergeTextArguments = z.object({ mergeType: z.nullish(z.enum(["MERGE", "SQUASH", "REBASE"])) });
const ReviewArguments = z.object({ states: z.nullish(z.array(z.string())), author: z.nullish(z.string()) });

const objectOf = ({ repository, pull }: PullRequestSource, { call }: QueryScope) =>
  renderFullPullRequest(call.context, repository, pull);

const headRepositoryOf = ({ pull }: PullRequestSource, { call }: QueryScope) =>
  pull.head_repository_id === null ? undefined : getRepository(call.context.db, pull.head_repository_id);

export const pullRequestResolvers: Resolvers<PullRequestSource> = {
  ...commonResolvers<PullRequestSource>(({ repository, pull }) => contentOf(repository, pull), "pull"),
  additions: (source, scope) => objectOf(source, scope).additions,
  autoMergeRequest: () => null,
  baseRef: ({ repository, pull }, scope) => refSource(scope, repository, `refs/heads/${pull.base}`),
  baseRefName: ({ pull }) => pull.base,
  baseRefOid: (source, scope) => objectOf(source, scope).base.sha,
  baseRepository: ({ repository }) => repositorySource(repository),
  changedFiles: (source, scope) => objectOf(source, scope).changed_files,
  closingIssuesReferences: (source, scope, args) =>
    connect("closingIssuesReferences", args, rowsIn(closingIssuesOf(source, scope)), (issue) =>
      issueSource(scope, issue),
    ),
  commits: ({ repository, pull }, scope, args) => {
    // Clients expect the oldest first.
    const shas = (pullRequestChangesOf(scope.call.context.db, pull)?.commits ?? []).toReversed();
    const root = renderSimpleRepository(scope.call.context, repository).html_url;
    return connect("commits", args, rowsIn(shas), (sha) => ({
      id: nodeId("PullRequestCommit", `${pull.id}:${sha}`),
      commit: commitSource(scope, repository, sha),
      url: `${root}/pull/${pull.number}/commits/${sha}`,
    }));
  },
  databaseId: ({ pull }) => pull.id,
  deletions: (source, scope) => objectOf(source, scope).deletions,
  files: ({ pull }, { call }, args) =>
    connect("files", args, rowsIn(pullRequestChangesOf(call.context.db, pull)?.files ?? []), (file) => ({
      additions: file.additions,
      deletions: file.deletions,
      path: file.path,
      changeType: CHANGE_TYPES[file.status] ?? "CHANGED",
    })),
  headRef: (source, scope) => {
    const repository = headRepositoryOf(source, scope);
    return repository ? refSource(scope, repository, `refs/heads/${source.pull.head}`) : null;
  },
  headRefName: ({ pull }) => pull.head,
  headRefOid: ({ pull }, { call }) => headShaOf(call.context, pull),
  headRepository: (source, scope) => {
    const repository = headRepositoryOf(source, scope);
    return repository ? repositorySource(repository) : null;
  },
  headRepositoryOwner: ({ pull }, scope) => accountWithId(scope, pull.head_owner_id),
  id: ({ pull }) => nodeId("PullRequest", pull.id),
  isCrossRepository: ({ repository, pull }) => pull.head_repository_id !== repository.id,
  isDraft: ({ pull }) => pull.draft,
  isInMergeQueue: () => false,
  isMergeQueueEnabled: () => false,
  latestReviews: (source, scope, args) => {
    const sql = `* FROM reviews v WHERE pull_request_id = ?1 AND state != 'PENDING' AND NOT EXISTS (
      SELECT 1 FROM reviews w WHERE w.pull_request_id = ?1 AND w.user_id = v.user_id AND w.state != 'PENDING' AND w.id > v.id)
      ORDER BY id`;
    const load = (range: PageRange) => queryPage(scope.call.context.db, reviews, sql, [source.pull.id], range);
    return connect("latestReviews", args, load, reviewSource(source));
  },
  maintainerCanModify: ({ pull }) => pull.maintainer_can_modify,
  mergeCommit: ({ repository, pull }, scope) => commitSource(scope, repository, pull.merge_commit_sha),
  mergeStateStatus: (source, scope) => objectOf(source, scope).mergeable_state.toUpperCase(),
  mergeable: (source, scope) => MERGEABLE.get(objectOf(source, scope).mergeable),
  merged: ({ pull }) => pull.merged_at !== null,
  mergedAt: ({ pull }) => pull.merged_at,
  mergedBy: ({ pull }, scope) => accountWithId(scope, pull.merged_by),
  potentialMergeCommit: () => null,
  reviewDecision: ({ repository, pull }, { call }) => reviewDecisionOf(call.context.db, repository, pull),
  reviewRequests: ({ pull }, { call }, args) => {
    const { users, teams } = requestedReviewers(call.context.db, pull.id);
    const requested = [...users.map(accountSource), ...teams.map((team): TeamSource => ({ kind: "Team", team }))];
    return connect("reviewRequests", args, rowsIn(requested), (requestedReviewer) => ({
      id: nodeId(
        "ReviewRequest",
        `${pull.id}:${requestedReviewer.kind}:${"team" in requestedReviewer ? requestedReviewer.team.id : requestedReviewer.account.id}`,
      ),
      requestedReviewer,
    }));
  },
  reviews: (source, { call }, args) => {
    const { states, author } = z.parse(ReviewArguments, args);
    const sql = `v.* FROM reviews v LEFT JOIN accounts a ON a.id = v.user_id WHERE v.pull_request_id = ?
      AND (v.state != 'PENDING' OR v.user_id = ?) AND (? OR v.state IN (SELECT value FROM json_each(?)))
      AND (? OR a.login = ?) ORDER BY v.id`;
    const values = [
      source.pull.id,
      call.caller.user?.id ?? 0,
      Number(!states),
      JSON.stringify(states ?? []),
      Number(!author),
      author ?? "",
    ];
    const load = (range: PageRange) => queryPage(call.context.db, reviews, sql, values, range);
    return connect("reviews", args, load, reviewSource(source));
  },
  state: ({ pull }) => (pull.merged_at === null ? pull.state.toUpperCase() : "MERGED"),
  viewerMergeBodyText: (source, scope, args) => mergeTextOf(source, scope, args).body,
  viewerMergeHeadlineText: (source, scope, args) => mergeTextOf(source, scope, args).headline,
};

interface ReviewSource {
  readonly kind: "PullRequestReview";
  readonly repository: Repository;
  readonly pull: PullRequest;
  readonly review: Review;
}

const reviewSource =
  ({ repository, pull }: PullRequestSource) =>
  (review: Review): ReviewSource => ({ kind: "PullRequestReview", repository, pull, review });

const pageOf = ({ repository, pull }: ReviewSource, { call }: QueryScope) =>
  `${renderSimpleRepository(call.context, repository).html_url}/pull/${pull.number}`;

export const reviewResolvers: Resolvers<ReviewSource> = {
  author: ({ review }, scope) => accountWithId(scope, review.user_id),
  authorAssociation: ({ repository, review }, { call }) => authorAssociation(call.context, repository, review.user_id),
  body: ({ review }) => review.body,
  comments: (source, scope, args) => {
    const comments = reviewCommentsOf(scope.call.context.db, source.review);
    return connect("comments", args, rowsIn(comments), ({ id, body, path }) => ({
      author: accountWithId(scope, source.review.user_id),
      body,
      id: nodeId("PullRequestReviewComment", id),
      path,
      url: `${pageOf(source, scope)}#discussion_r${id}`,
    }));
  },
  commit: ({ repository, review }, scope) => commitSource(scope, repository, review.commit_sha),
  createdAt: ({ pull, review }) => review.submitted_at ?? pull.created_at,
  id: ({ review }) => nodeId("PullRequestReview", review.id),
  includesCreatedEdit: () => false,
  isMinimized: () => false,
  minimizedReason: () => null,
  reactionGroups: (_source, scope) => reactionGroups(scope, undefined),
  state: ({ review }) => review.state,
  submittedAt: ({ review }) => review.submitted_at,
  updatedAt: ({ pull, review }) => review.submitted_at ?? pull.created_at,
  url: (source, scope) => `${pageOf(source, scope)}#pullrequestreview-${source.review.id}`,
  viewerDidAuthor: ({ review }, { call }) => review.user_id === call.caller.user?.id,
};

/** Returns the message that a merge would have, if the viewer merged now. */
function mergeTextOf({ repository, pull }: PullRequestSource, { call }: QueryScope, args: FieldArguments) {
  const { mergeType } = z.parse(MergeTextArguments, args);
  if (mergeType === "REBASE") return { headline: "", body: "" };
  const method = mergeType === "SQUASH" ? "squash" : "merge";
  return splitMessage(mergeMessageOf(call.context, repository, pull, method));
}

/** Returns the issues that the description says it closes, as far as the caller can see them. */
function closingIssuesOf({ repository, pull }: PullRequestSource, { call }: QueryScope): Issue[] {
  const { context, caller } = call;
  return parseClosingReferences(pull.body ?? "", context.webUrl).flatMap(({ repository: name, number }) => {
    const target = name === undefined ? repository : findByFullName(context.db, name);
    if (!target || !canSeeRepository(context, caller, target)) return [];
    const where = { repository_id: target.id, number, deleted_at: null, moved_number: null };
    const issue = issues.find(context.db, where);
    return issue && !pullRequestOf(context.db, issue.id) ? [issue] : [];
  });
}
