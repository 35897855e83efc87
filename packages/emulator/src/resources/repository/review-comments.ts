import {
  createReviewComment,
  createReviewCommentReply,
  deleteReviewComment,
  getReviewComment,
  listReviewComments,
  updateReviewComment,
} from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import type { CommentOnChanges } from "../../deliveries/events/review-comments.ts";
import {
  addReviewComment,
  editReviewComment,
  removeReviewComment,
  replyToReviewComment,
} from "../../effects/review-comments.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { requireFound } from "../../http-error.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import { type PullRequest, pullRequestById } from "../../state/pull-requests.ts";
import * as state from "../../state/reviews.ts";
import { checkAuthorOrPush } from "../shared/author-or-push.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { checkUnlocked } from "../shared/locked-conversation.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

export const reviewComments = [
  repositoryHandler(getReviewComment, ({ comment_id }, call) => render(call, requireComment(call, comment_id))),

  repositoryHandler(listReviewComments, ({ pull_number, sort = "created", direction = "asc", since }, call) => {
    const { context, repository, page } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const rowPage = state.listReviewComments(context.db, pull.id, { sort, direction, since }, page);
    return renderPage(call, rowPage, (comment) =>
      render(call, { pull, comment, review: state.reviewOfComment(context.db, comment) }),
    );
  }),

  repositoryHandler(createReviewComment, ({ pull_number, in_reply_to, ...newComment }, call) => {
    const { context, repository } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const actionContext = startComment(call, pull);
    const created = context.db.transaction(() => {
      if (in_reply_to === undefined) return addReviewComment(actionContext, pull, newComment);
      return replyToReviewComment(actionContext, requireFirstComment(call, pull_number, in_reply_to), newComment.body);
    });
    return replyCreated(call, created);
  }),

  repositoryHandler(createReviewCommentReply, ({ pull_number, comment_id, body }, call) => {
    const parent = requireFirstComment(call, pull_number, comment_id);
    const actionContext = startComment(call, parent.pull);
    return replyCreated(
      call,
      call.context.db.transaction(() => replyToReviewComment(actionContext, parent, body)),
    );
  }),

  repositoryHandler(updateReviewComment, ({ comment_id, body }, call) => {
    const { context, repository } = call;
    const found = requireComment(call, comment_id);
    checkAuthorOrPush(call, found.review.user_id);
    const actionContext = { context, repository, sender: requireActor(call) };
    return render(
      call,
      context.db.transaction(() => editReviewComment(actionContext, found, body)),
    );
  }),

  repositoryHandler(deleteReviewComment, ({ comment_id }, call) => {
    const { context, repository } = call;
    const found = requireComment(call, comment_id);
    checkAuthorOrPush(call, found.review.user_id);
    const actionContext = { context, repository, sender: requireActor(call) };
    context.db.transaction(() => removeReviewComment(actionContext, found));
  }),
];

const render = ({ context, repository }: RepositoryCall, { pull, review, comment }: CommentOnChanges) =>
  renderReviewComment(context, repository, pull, review, comment);

function replyCreated(call: RepositoryCall, created: CommentOnChanges) {
  const rendered = render(call, created);
  return reply(201, rendered, { location: rendered.url });
}

/** Returns the context of a new comment, if the caller can comment. */
function startComment(call: RepositoryCall, pull: PullRequest) {
  const { context, repository, caller } = call;
  checkUnlocked(call, pull);
  if (caller.user) checkInteraction(context, repository, caller.user);
  return { context, repository, sender: requireActor(call) };
}

/**
 * Returns a comment that the caller can see: those of pending reviews are visible to their authors only.
 * @throws HttpError 404
 */
function requireComment({ context, repository, caller }: RepositoryCall, id: number): CommentOnChanges {
  const { db } = context;
  const comment = requireFound(state.reviewComments.find(db, { id }));
  const { pull_request_id } = state.reviewOfComment(db, comment);
  const pull = requireFound(pullRequestById(db, repository.id, pull_request_id));
  const reviewKey = { id: comment.review_id, pull_request_id };
  return { pull, comment, review: requireFound(state.findVisibleReview(db, reviewKey, actorOf(caller)?.id)) };
}

/**
 * Returns a submitted comment of a pull request that isn't a reply: replies to replies aren't supported.
 * @throws HttpError 404
 */
function requireFirstComment(call: RepositoryCall, pullNumber: number, id: number): CommentOnChanges {
  const found = requireComment(call, id);
  const { pull, review, comment } = found;
  const isFirst = pull.number === pullNumber && review.state !== "PENDING" && comment.in_reply_to_id === null;
  return requireFound(isFirst ? found : undefined);
}
