import type { Input } from "@forgehand/core/contract";
import { createReview, listReviews } from "@forgehand/core/operations";
import type { Caller } from "../../callers/caller.ts";
import { reviewEvent } from "../../deliveries/events.ts";
import { listed, onRepository, senderIn } from "../../http/call.ts";
import { invalid } from "../../http/refusal.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { renderReview } from "../../objects/review.ts";
import { getInstallation } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { touchIssue } from "../../state/issues.ts";
import { changesOf, type PullChanges } from "../../state/pull-request-changes.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { answerRequests } from "../../state/review-requests.ts";
import * as state from "../../state/reviews.ts";
import { timestamp } from "../../timestamp.ts";
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
    const { db } = world;
    const pull = pullRequestAt(world, repository, input.pull_number);
    const author = authorOf(db, caller);
    check(db, pull, author, input);
    const now = timestamp(world.now());
    const review = db.transaction(() => {
      if (input.event !== undefined) {
        if (author.user_id !== null) answerRequests(db, pull.id, author.user_id);
        touchIssue(db, pull.issue_id, now);
      }
      const submitted = {
        state: STATES[input.event ?? "PENDING"],
        submitted_at: input.event === undefined ? null : now,
      };
      const commit_sha = input.commit_id?.toLowerCase() ?? headShaOf(world, pull);
      return state.createReview(
        db,
        { ...author, ...submitted, pull_request_id: pull.id, body: input.body ?? "", commit_sha },
        input.comments ?? [],
      );
    });
    if (review.submitted_at !== null) {
      const after = pullRequestAt(world, repository, pull.number);
      world.deliveries.emit(repository.id, reviewEvent(world, repository, after, review, senderIn(call)));
    }
    return renderReview(world, repository, pull, review);
  }),
];

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
function check(db: Database, pull: PullRequest, author: state.ReviewAuthor, review: NewReview): void {
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
      ? position !== undefined && position >= 1 && position <= patch.length
      : patch.lines[side === "LEFT" ? "LEFT" : "RIGHT"].has(line);
  if (!isThere)
    throw invalid("comments", `line ${line ?? `at position ${position}`} of ${path} is not part of the diff`);
}

/** The lines that a patch shows of either side, and how many positions it has: every line below its first heading. */
function readPatch(patch: string) {
  const lines = { LEFT: new Set<number>(), RIGHT: new Set<number>() };
  const all = patch === "" ? [] : patch.split("\n");
  let [old, now] = [0, 0];
  for (const text of all) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? [];
    if (oldStart !== undefined && newStart !== undefined) [old, now] = [Number(oldStart), Number(newStart)];
    else {
      if (text.startsWith(" ") || text.startsWith("-")) lines.LEFT.add(old++);
      if (text.startsWith(" ") || text.startsWith("+")) lines.RIGHT.add(now++);
    }
  }
  return { lines, length: Math.max(0, all.length - 1) };
}
