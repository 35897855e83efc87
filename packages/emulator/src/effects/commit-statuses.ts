import { commitCommentEvent, statusEvent } from "../deliveries/events/commit-statuses.ts";
import { isProtectedBranch } from "../rules/applicable-rulesets.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { type CommitComment, commitComments } from "../state/commit-comments.ts";
import { type CommitStatus, commitStatuses } from "../state/commit-statuses.ts";
import { timestamp } from "../timestamp.ts";

/** Sets a status of an existing commit, and emits the event. */
export function createCommitStatus(
  { context, repository, sender }: RefUpdateContext,
  status: Pick<CommitStatus, "sha" | "context" | "state" | "description" | "target_url">,
): CommitStatus {
  const { db, deliveries } = context;
  return db.transaction(() => {
    const created = commitStatuses.insert(db, {
      ...status,
      repository_id: repository.id,
      creator_id: sender.id,
      created_at: timestamp(context.now()),
    });
    const isProtected = (ref: string) => isProtectedBranch(db, repository, ref.replace(/^refs\/heads\//, ""));
    deliveries.emit(repository.id, statusEvent(context, repository, created, sender, isProtected));
    return created;
  });
}

/** Comments on an existing commit, and emits the event. */
export function createCommitComment(
  { context, repository, sender }: RefUpdateContext,
  comment: Pick<CommitComment, "sha" | "body" | "path" | "position" | "line">,
): CommitComment {
  const { db, deliveries } = context;
  const now = timestamp(context.now());
  return db.transaction(() => {
    const created = commitComments.insert(db, {
      ...comment,
      repository_id: repository.id,
      user_id: sender.id,
      created_at: now,
      updated_at: now,
    });
    deliveries.emit(repository.id, commitCommentEvent(context, repository, created, sender));
    return created;
  });
}
