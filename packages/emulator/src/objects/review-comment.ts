import type { EmulatorContext } from "../emulator-context.ts";
import { hunkUpTo, positionOf, readPatch } from "../git/patch-lines.ts";
import { pullRequestChangesOf } from "../git/pull-request-changes.ts";
import { getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Review, ReviewComment } from "../state/reviews.ts";
import { authorAssociation } from "./author-association.ts";
import { renderNoReactions } from "./issue.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a comment on a line of a pull request. */
export function renderReviewComment(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  comment: ReviewComment,
) {
  const urls = renderSimpleRepository(context, repository);
  const url = `${urls.url}/pulls/comments/${comment.id}`;
  const htmlUrl = `${urls.html_url}/pull/${pull.number}#discussion_r${comment.id}`;
  const pullUrl = `${urls.url}/pulls/${pull.number}`;
  const side = comment.side === "LEFT" ? "LEFT" : "RIGHT";
  const { position, line, hunk } = findPosition(context, pull, comment, side);
  return {
    url,
    id: comment.id,
    node_id: nodeId("PullRequestReviewComment", comment.id),
    html_url: htmlUrl,
    pull_request_review_id: review.id,
    pull_request_url: pullUrl,
    diff_hunk: hunk,
    path: comment.path,
    body: comment.body,
    commit_id: review.commit_sha,
    original_commit_id: review.commit_sha,
    position,
    original_position: position,
    line,
    original_line: line,
    side,
    start_line: comment.start_line,
    original_start_line: comment.start_line,
    start_side: comment.start_side,
    subject_type: "line",
    user: review.user_id === null ? null : renderUser(context, getAccount(context.db, review.user_id)),
    created_at: review.submitted_at ?? "",
    updated_at: review.submitted_at ?? "",
    author_association: authorAssociation(context, repository, review.user_id),
    reactions: renderNoReactions(url),
    _links: { self: { href: url }, html: { href: htmlUrl }, pull_request: { href: pullUrl } },
  };
}

/** Returns the line and the position in the diff. Without file contents, returns the stored values. */
function findPosition(
  { db }: EmulatorContext,
  pull: PullRequest,
  { path, line, position }: ReviewComment,
  side: "LEFT" | "RIGHT",
) {
  const file = pullRequestChangesOf(db, pull)?.files.find((changed) => changed.path === path);
  const patch = readPatch(file?.patch ?? "");
  const diffPosition = position ?? (line === null ? undefined : positionOf(patch, line, side)) ?? 1;
  const patchLine = patch[diffPosition];
  const foundLine = side === "LEFT" ? patchLine?.left : patchLine?.right;
  return { position: diffPosition, line: line ?? foundLine ?? null, hunk: hunkUpTo(patch, diffPosition) };
}
