import * as z from "zod/mini";
import { resolveCommit } from "../../git/resolve.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { getAccount } from "../../state/accounts.ts";
import { issueSubject, notifyUsers } from "../../state/notification-threads.ts";
import { createPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { requestReview } from "../../state/review-requests.ts";
import { createReview, REVIEW_STATES, reviewComments } from "../../state/reviews.ts";
import { teamMemberIds } from "../../state/teams.ts";
import { listSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { commonIssueFields, insertIssueDetails, toIssue } from "./issues.ts";

const ReviewComment = z.strictObject({
  path: z.string(),
  body: z.string(),
  /** Without a line, it is about the file. */
  line: z.optional(z.int()),
  side: z.optional(z.enum(["LEFT", "RIGHT"])),
  start_line: z.optional(z.int()),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  replies: z._default(
    z.array(z.strictObject({ author: z.string(), body: z.string(), created: z.optional(SeedTime) })),
    [],
  ),
});

const Review = z.strictObject({
  author: z.string(),
  state: z.enum(REVIEW_STATES),
  body: z._default(z.string(), ""),
  submitted: z.optional(SeedTime),
  comments: z._default(z.array(ReviewComment), []),
});
type ReviewInput = z.output<typeof Review>;

const Pull = z.strictObject({
  ...commonIssueFields,
  /** Head branch, and its repository if that is a different one. */
  head: z.string(),
  head_repository: z.optional(z.string()),
  base: z.optional(z.string()),
  /** Head and base commits, as branch, tag or id, if they differ from the branches' current commits. */
  head_commit: z.optional(z.string()),
  base_commit: z.optional(z.string()),
  draft: z._default(z.boolean(), false),
  maintainers_may_push: z._default(z.boolean(), false),
  merged: z.optional(
    z.strictObject({ by: z.optional(z.string()), at: z.optional(SeedTime), commit: z.optional(z.string()) }),
  ),
  requested: z._default(z.strictObject({ users: names(), teams: names() }), { users: [], teams: [] }),
  reviews: z._default(z.array(Review), []),
});
type PullRequestInput = z.output<typeof Pull>;

/** Inserts a repository's pull requests. */
export const pulls = listSection(Pull, (context, repository: Repository, input) => {
  const pull = insertPullRequest(context, repository, input);
  insertReviews(context, repository, pull, input);
});

function insertPullRequest(context: SeedContext, repository: Repository, input: PullRequestInput): PullRequest {
  const { db, userId, toTimestamp } = context;
  const { head, head_repository, base, head_commit, base_commit, draft, maintainers_may_push, merged, ...rest } = input;
  const { requested: _requested, reviews: _reviews, ...common } = rest;
  const headRepository =
    head_repository === undefined ? repository : context.repository(head_repository, "head_repository");
  const resolveField = (repositoryId: number, name: string, field: string): string => {
    const sha = resolveCommit({ db, repositoryId }, name);
    if (sha !== undefined) return sha;
    throw new SeedError([field], `must name an existing commit, got ${JSON.stringify(name)}`);
  };
  const state = merged ? "closed" : common.state;
  // A closed pull request keeps its commits, even if its branches move later.
  const finalCommit = (repositoryId: number, branch: string) =>
    state === "open" ? null : (resolveCommit({ db, repositoryId }, branch) ?? null);
  const baseBranch = base ?? repository.default_branch;
  const closed = merged?.at ?? common.closed;
  const issue = { ...common, state, ...(closed === undefined ? {} : { closed }) } as const;
  const pull = createPullRequest(db, toIssue(context, repository, issue), {
    head,
    head_repository_id: headRepository.id,
    head_owner_id: headRepository.owner_id,
    base: baseBranch,
    draft,
    head_sha:
      head_commit === undefined
        ? finalCommit(headRepository.id, head)
        : resolveField(headRepository.id, head_commit, "head_commit"),
    base_sha:
      base_commit === undefined
        ? finalCommit(repository.id, baseBranch)
        : resolveField(repository.id, base_commit, "base_commit"),
    maintainer_can_modify: maintainers_may_push,
    merged_at: merged ? toTimestamp(merged.at ?? common.closed ?? common.updated ?? common.created) : null,
    merged_by: userId(merged?.by, "merged", "by"),
    merge_commit_sha: merged?.commit === undefined ? null : resolveField(repository.id, merged.commit, "merged"),
  });
  insertIssueDetails(context, repository, pull.issue_id, common);
  return pull;
}

function insertReviews(
  context: SeedContext,
  repository: Repository,
  pull: PullRequest,
  { requested, reviews, created, updated = created }: PullRequestInput,
): void {
  const { db, toTimestamp, user, team } = context;
  const requestedAt = toTimestamp(updated);
  const notify = (userIds: readonly number[]) => {
    const reviewers = userIds.filter((userId) => userId !== pull.user_id);
    const recipients = reviewers.map(
      (userId) => ({ userId, reason: "review_requested", isParticipant: true }) as const,
    );
    const subject = issueSubject({ id: pull.issue_id, repository_id: repository.id });
    notifyUsers(db, subject, recipients, requestedAt);
  };
  each(["requested", "users"], requested.users, (login) => {
    const reviewer = user(login);
    if (requestReview(db, pull, { user: reviewer })) notify([reviewer.id]);
  });
  const owner = getAccount(db, repository.owner_id);
  each(["requested", "teams"], requested.teams, (slug) => {
    const reviewers = team(owner, slug);
    if (requestReview(db, pull, { team: reviewers })) notify(teamMemberIds(db, reviewers.id));
  });
  each(["reviews"], reviews, (review) => insertReview(context, pull, review, updated));
}

function insertReview(
  { db, toTimestamp, actor }: SeedContext,
  pull: PullRequest,
  { author, state, body, submitted, comments }: ReviewInput,
  updated: PullRequestInput["updated"],
): void {
  const pull_request_id = pull.id;
  const commit_sha = headShaOf({ db }, pull);
  const submitted_at = toTimestamp(submitted ?? updated);
  const review = createReview(
    db,
    {
      pull_request_id,
      user_id: actor(author, "author").id,
      state,
      body,
      commit_sha,
      submitted_at: state === "PENDING" ? null : submitted_at,
    },
    [],
  );
  each(["comments"], comments, ({ replies, created = submitted ?? updated, updated: edited = created, ...comment }) => {
    const place = { ...comment, subject_type: comment.line === undefined ? "file" : "line" } as const;
    const times = { created_at: toTimestamp(created), updated_at: toTimestamp(edited) };
    const first = reviewComments.insert(db, { ...place, ...times, review_id: review.id });
    each(["replies"], replies, (given) => {
      const at = toTimestamp(given.created ?? created);
      const user_id = actor(given.author, "author").id;
      const answer = { pull_request_id, user_id, state: "COMMENTED", body: "", commit_sha, submitted_at: at } as const;
      const times = { created_at: at, updated_at: at };
      createReview(db, answer, [{ ...place, ...times, body: given.body, in_reply_to_id: first.id }]);
    });
  });
}
