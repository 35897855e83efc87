import { hunkTo, positionOf, readPatch } from "../git/patch-lines.ts";
import { getAccount } from "../state/accounts.ts";
import { changesOf } from "../state/pull-request-changes.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { KeptComment, Review } from "../state/reviews.ts";
import type { World } from "../world.ts";
import { associationOf } from "./author-association.ts";
import { renderNoReactions } from "./issue.ts";
import { renderSimpleRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** A remark on a line of a pull request (public description of webhooks). */
export function renderReviewComment(
  world: World,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  comment: KeptComment,
) {
  const addresses = renderSimpleRepository(world, repository);
  const url = `${addresses.url}/pulls/comments/${comment.id}`;
  const htmlUrl = `${addresses.html_url}/pull/${pull.number}#discussion_r${comment.id}`;
  const pullUrl = `${addresses.url}/pulls/${pull.number}`;
  const side = comment.side === "LEFT" ? "LEFT" : "RIGHT";
  const { position, line, hunk } = placeOf(world, pull, comment, side);
  return {
    ...{ url, id: comment.id, node_id: nodeId("PullRequestReviewComment", comment.id), html_url: htmlUrl },
    ...{ pull_request_review_id: review.id, pull_request_url: pullUrl },
    ...{ diff_hunk: hunk, path: comment.path, body: comment.body },
    ...{ commit_id: review.commit_sha, original_commit_id: review.commit_sha },
    ...{ position, original_position: position, line, original_line: line, side },
    ...{ start_line: comment.start_line, original_start_line: comment.start_line, start_side: comment.start_side },
    subject_type: "line",
    user: review.user_id === null ? null : renderUser(world, getAccount(world.db, review.user_id)),
    ...{ created_at: review.submitted_at ?? "", updated_at: review.submitted_at ?? "" },
    author_association: associationOf(world, repository, review.user_id),
    reactions: renderNoReactions(url),
    _links: { self: { href: url }, html: { href: htmlUrl }, pull_request: { href: pullUrl } },
  };
}

/** Where a remark is: its line, and how far down the file's changes that is. Without contents, as it was told. */
function placeOf({ db }: World, pull: PullRequest, { path, line, position }: KeptComment, side: "LEFT" | "RIGHT") {
  const file = changesOf(db, pull)?.files.find((changed) => changed.path === path);
  const patch = readPatch(file?.patch ?? "");
  const at = position ?? (line === null ? undefined : positionOf(patch, line, side)) ?? 1;
  const shown = patch[at];
  const found = side === "LEFT" ? shown?.left : shown?.right;
  return { position: at, line: line ?? found ?? null, hunk: hunkTo(patch, at) };
}
