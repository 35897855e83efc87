import type { EmulatorContext } from "../emulator-context.ts";
import { hunkUpTo, positionOf, readPatch } from "../git/patch-lines.ts";
import { pullRequestChangesOf } from "../git/pull-request-changes.ts";
import { trackLine } from "../git/track-line.ts";
import { getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Review, ReviewComment } from "../state/reviews.ts";
import { authorAssociation } from "./author-association.ts";
import { renderNoReactions } from "./issue.ts";
import { headShaOf } from "./pull-request.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a comment on lines or a file of a pull request's changes. */
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
  const original = findOriginalLine(context, pull, review, comment);
  const current = findCurrentLine(context, pull, review, { ...comment, line: original.line });
  return {
    url,
    id: comment.id,
    node_id: nodeId("PullRequestReviewComment", comment.id),
    html_url: htmlUrl,
    pull_request_review_id: review.id,
    pull_request_url: pullUrl,
    diff_hunk: original.hunk,
    path: comment.path,
    body: comment.body,
    commit_id: current ? headShaOf(context, pull) : review.commit_sha,
    original_commit_id: review.commit_sha,
    position: current ? (current.position ?? original.position) : null,
    original_position: original.position,
    line: current?.line ?? null,
    original_line: original.line,
    side: sideOf(comment),
    start_line: current?.startLine ?? null,
    original_start_line: comment.start_line,
    start_side: comment.start_side,
    subject_type: comment.subject_type,
    ...(comment.in_reply_to_id === null ? {} : { in_reply_to_id: comment.in_reply_to_id }),
    user: review.user_id === null ? null : renderUser(context, getAccount(context.db, review.user_id)),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    author_association: authorAssociation(context, repository, review.user_id),
    reactions: renderNoReactions(url),
    _links: { self: { href: url }, html: { href: htmlUrl }, pull_request: { href: pullUrl } },
  };
}

const sideOf = ({ side }: ReviewComment) => (side === "LEFT" ? "LEFT" : "RIGHT");

/** Returns the patch of the comment's file between the base and a commit. */
function patchAt({ db }: EmulatorContext, pull: PullRequest, head_sha: string | null, { path }: ReviewComment) {
  const changes = pullRequestChangesOf(db, { ...pull, head_sha });
  const file = changes?.files.find((changed) => changed.path === path);
  return { hasCommits: changes !== undefined, file, patch: readPatch(file?.patch ?? "") };
}

/** Returns the line that was commented on. Without file contents, returns the stored values. */
function findOriginalLine(context: EmulatorContext, pull: PullRequest, review: Review, comment: ReviewComment) {
  const { line, position } = comment;
  if (comment.subject_type === "file") return { position: 1, line: null, hunk: "" };
  const { patch } = patchAt(context, pull, review.commit_sha, comment);
  const side = sideOf(comment);
  const diffPosition = position ?? (line === null ? undefined : positionOf(patch, line, side)) ?? 1;
  const patchLine = patch[diffPosition];
  const foundLine = side === "LEFT" ? patchLine?.left : patchLine?.right;
  return { position: diffPosition, line: line ?? foundLine ?? null, hunk: hunkUpTo(patch, diffPosition) };
}

/** Returns where the commented line is now; undefined if the comment is outdated. */
function findCurrentLine(context: EmulatorContext, pull: PullRequest, review: Review, comment: ReviewComment) {
  const { line, start_line: startLine, path, subject_type } = comment;
  const head = headShaOf(context, pull);
  if (head === review.commit_sha) return { position: undefined, line, startLine };
  const { hasCommits, file, patch } = patchAt(context, pull, pull.head_sha, comment);
  if (!hasCommits) return { position: undefined, line, startLine };
  if (!file) return undefined;
  if (line === null) return subject_type === "file" ? { position: 1, line, startLine } : undefined;
  const side = sideOf(comment);
  const store = { db: context.db, repositoryId: pull.repository_id };
  const track = (number: number) =>
    side === "LEFT" ? number : trackLine(store, { commit: review.commit_sha, path, line: number }, head);
  const currentLine = track(line);
  const position = currentLine === undefined ? undefined : positionOf(patch, currentLine, side);
  if (position === undefined) return undefined;
  return { position, line: currentLine, startLine: startLine === null ? null : track(startLine) };
}
