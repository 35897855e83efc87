import type { Input } from "@forgehand/core/contract";
import { createReview, listReviews } from "@forgehand/core/operations";
import type { Caller } from "../../callers/caller.ts";
import { checkInteraction } from "../../callers/interaction.ts";
import { reviewCommentEvents } from "../../deliveries/events/pull-requests.ts";
import { reviewEvent } from "../../deliveries/events/reviews.ts";
import { positionOf, readPatch } from "../../git/patch-lines.ts";
import { listed, onRepository, type RepositoryCall, senderIn } from "../../http/call.ts";
import { invalid } from "../../http/refusal.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { renderReview } from "../../objects/review.ts";
import type { Account } from "../../state/accounts.ts";
import { WORKFLOWS } from "../../state/actions-permissions.ts";
import { getInstallation } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { touchIssue } from "../../state/issues.ts";
import { changesOf, type PullChanges } from "../../state/pull-request-changes.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { answerRequests } from "../../state/review-requests.ts";
import * as state from "../../state/reviews.ts";
import { readSetting } from "../../state/settings.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { pullRequestAt } from "./pull-requests.ts";

export const reviews = [
  onRepository(listReviews, ({ pull_number }, call) => {
    const { world, repository, caller, window } = call;
    const pull = pullRequestAt(world, repository, pull_number);
    const reader = caller.token && authorOf(world.db, caller);
    const part = state.reviewsOf(world.db, pull.id, reader, window);
    return listed(call, part, (review) => renderReview(world, repository, pull, review));
  }),

  onRepository(createReview, (input, call) => {
    const { world, repository, caller } = call;
    const pull = pullRequestAt(world, repository, input.pull_number);
    if (input.event === "APPROVE") checkApproval(call);
    if (caller.user) checkInteraction(world, repository, caller.user);
    const review = giveReview(world, { repository, pull }, authorOf(world.db, caller), input, senderIn(call));
    return renderReview(world, repository, pull, review);
  }),
];

/** @throws Refusal 422 where jobs may not approve: their organization has set so (public description) */
function checkApproval({ world: { db }, repository, caller: { token } }: RepositoryCall): void {
  if (token?.kind !== "workflow") return;
  if (readSetting(db, WORKFLOWS, repository.owner_id).can_approve_pull_request_reviews) return;
  throw invalid("event", "Actions is not permitted to approve pull requests.");
}

/** What is reviewed. */
interface Reviewed {
  readonly repository: Repository;
  readonly pull: PullRequest;
}

/** Gives a review, or begins one, and tells of what was given. @throws Refusal 422 on one that can't be given */
export function giveReview(
  world: World,
  { repository, pull }: Reviewed,
  author: state.ReviewAuthor,
  told: Omit<NewReview, "owner" | "repo" | "pull_number">,
  sender: Account,
): state.Review {
  const { db, deliveries } = world;
  check(db, pull, author, told);
  const now = timestamp(world.now());
  const review = db.transaction(() => {
    if (told.event !== undefined) {
      if (author.user_id !== null) answerRequests(db, pull.id, author.user_id);
      touchIssue(db, pull.issue_id, now);
    }
    const submitted = {
      state: STATES[told.event ?? "PENDING"],
      submitted_at: told.event === undefined ? null : now,
    };
    const commit_sha = told.commit_id?.toLowerCase() ?? headShaOf(world, pull);
    return state.createReview(
      db,
      { ...author, ...submitted, pull_request_id: pull.id, body: told.body ?? "", commit_sha },
      told.comments ?? [],
    );
  });
  if (review.submitted_at !== null) {
    const after = pullRequestAt(world, repository, pull.number);
    deliveries.emit(repository.id, reviewEvent(world, repository, after, review, sender));
    for (const event of reviewCommentEvents(world, repository, after, review, sender)) {
      deliveries.emit(repository.id, event);
    }
  }
  return review;
}

const STATES = {
  PENDING: "PENDING",
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/** As whom a caller reviews: an installation as its app. */
function authorOf(db: Database, { token, user, app }: Caller): state.ReviewAuthor {
  if (user) return { user_id: user.id, app_id: null };
  const installation = token && token.installation_id !== null ? getInstallation(db, token.installation_id) : undefined;
  return { user_id: null, app_id: installation?.app_id ?? app?.id ?? null };
}

type NewReview = Input<typeof createReview>;

/** @throws Refusal 422 on a review that can't be given */
function check(
  db: Database,
  pull: PullRequest,
  author: state.ReviewAuthor,
  review: Pick<NewReview, "event" | "body" | "commit_id" | "comments">,
): void {
  const { event, body, commit_id } = review;
  const isOwn = author.user_id === pull.user_id;
  if (isOwn && event === "APPROVE") throw invalid("event", "Can not approve your own pull request");
  if (isOwn && event === "REQUEST_CHANGES") throw invalid("event", "Can not request changes on your own pull request");
  if ((event === "REQUEST_CHANGES" || event === "COMMENT") && !body?.trim()) {
    throw invalid("body", `a review with the event ${event} needs a body`, "missing_field");
  }
  // Giving one means beginning it first, and there is one already.
  if (state.hasPendingReview(db, pull.id, author)) {
    throw invalid("event", "User can only have one pending review per pull request");
  }
  const changes = changesOf(db, pull);
  if (commit_id !== undefined && !isCommitOf(changes, commit_id.toLowerCase())) {
    throw invalid("commit_id", `${commit_id} is no commit of this pull request`);
  }
  for (const comment of review.comments ?? []) checkComment(changes, comment);
}

function isCommitOf(changes: PullChanges | undefined, sha: string): boolean {
  return changes ? changes.commits.includes(sha) : /^[0-9a-f]{40}$/.test(sha);
}

/** @throws Refusal 422 on a remark that names no place in what the pull request changes */
function checkComment(changes: PullChanges | undefined, { path, line, position, side }: state.ReviewComment): void {
  if (line === undefined && position === undefined) throw invalid("comments", "a comment needs a line or a position");
  if (!changes) return;
  const file = changes.files.find((changed) => changed.path === path);
  if (!file) throw invalid("comments", `${path} is not part of the diff`);
  const patch = readPatch(file.patch ?? "");
  const isThere =
    line === undefined
      ? position !== undefined && position >= 1 && position < patch.length
      : positionOf(patch, line, side) !== undefined;
  if (!isThere)
    throw invalid("comments", `line ${line ?? `at position ${position}`} of ${path} is not part of the diff`);
}
