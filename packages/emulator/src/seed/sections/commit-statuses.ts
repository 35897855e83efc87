import * as z from "zod/mini";
import { resolveCommit } from "../../git/resolve.ts";
import { commitComments as comments } from "../../state/commit-comments.ts";
import { commitStatuses as statuses } from "../../state/commit-statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Status = z.strictObject({
  /** A branch, a tag or a commit; the default branch if omitted. */
  ref: z.optional(z.string()),
  context: z._default(z.string(), "default"),
  state: z.enum(["error", "failure", "pending", "success"]),
  description: z.optional(z.string()),
  target_url: z.optional(z.string()),
  creator: z.optional(z.string()),
  created: z.optional(SeedTime),
});

/** Inserts statuses of a repository's commits. */
export const commitStatuses = listSection(Status, (context, repository: Repository, { creator, ...input }) => {
  statuses.insert(context.db, {
    repository_id: repository.id,
    sha: commitOf(context, repository, input.ref),
    context: input.context,
    state: input.state,
    description: input.description,
    target_url: input.target_url,
    creator_id: creator === undefined ? null : context.actor(creator, "creator").id,
    created_at: context.toTimestamp(input.created),
  });
});

const Comment = z.strictObject({
  /** A branch, a tag or a commit; the default branch if omitted. */
  ref: z.optional(z.string()),
  user: z.string(),
  body: z.string(),
  path: z.optional(z.string()),
  position: z.optional(z.int()),
  line: z.optional(z.int()),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
});

/** Inserts comments on a repository's commits. */
export const commitComments = listSection(Comment, (context, repository: Repository, input) => {
  const { ref, user, body, path, position, line, created, updated = created } = input;
  comments.insert(context.db, {
    repository_id: repository.id,
    sha: commitOf(context, repository, ref),
    user_id: context.actor(user, "user").id,
    ...{ body, path, position, line },
    created_at: context.toTimestamp(created),
    updated_at: context.toTimestamp(updated),
  });
});

/**
 * Returns the commit that a part of a seed belongs to.
 * @throws SeedError if it doesn't exist
 */
export function commitOf({ db }: SeedContext, { id, default_branch }: Repository, ref = default_branch): string {
  const sha = resolveCommit({ db, repositoryId: id }, ref);
  if (sha === undefined) throw new SeedError(["ref"], `must be an existing branch, tag or commit, got ${ref}`);
  return sha;
}
