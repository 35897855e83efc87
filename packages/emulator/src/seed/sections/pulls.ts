import * as z from "zod/mini";
import { resolveCommit } from "../../git/resolve.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { getAccount } from "../../state/accounts.ts";
import { createPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { requestReview } from "../../state/review-requests.ts";
import { createReview, REVIEW_STATES } from "../../state/reviews.ts";
import { names } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";
import { issueOf, issueShape, plantAround } from "./issues.ts";

const Review = z.strictObject({
  author: z.string(),
  state: z.enum(REVIEW_STATES),
  body: z._default(z.string(), ""),
  submitted: z.optional(SeedTime),
  comments: z._default(z.array(z.strictObject({ path: z.string(), line: z.int(), body: z.string() })), []),
});

const Pull = z.strictObject({
  ...issueShape,
  /** The branch that is to be merged, and where it lies if that is another repository. */
  head: z.string(),
  head_repository: z.optional(z.string()),
  base: z.optional(z.string()),
  /** The commits that it is about, as branches, tags or ids, where they are others than its branches'. */
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
type PullTold = z.output<typeof Pull>;

/** A repository's pull requests. */
export const pulls = section(z.array(Pull), (planting, repository: Repository, list, path) => {
  for (const [index, told] of list.entries()) {
    const at = [...path, index];
    const pull = plantPull(planting, repository, told, at);
    plantReviews(planting, repository, pull, told, at);
  }
});

function plantPull(planting: Planting, repository: Repository, told: PullTold, path: SeedPath): PullRequest {
  const { db, userId, at } = planting;
  const { head, head_repository, base, head_commit, base_commit, draft, maintainers_may_push, merged, ...rest } = told;
  const { requested: _requested, reviews: _reviews, ...common } = rest;
  const from =
    head_repository === undefined ? repository : planting.repository(head_repository, [...path, "head_repository"]);
  const commit = (repositoryId: number, name: string, field: string): string => {
    const sha = resolveCommit({ db, repositoryId }, name);
    if (sha === undefined) throw new SeedProblem([...path, field], `there is no commit ${JSON.stringify(name)}`);
    return sha;
  };
  const state = merged ? "closed" : common.state;
  // What is closed stays where it was, whatever becomes of its branches.
  const left = (repositoryId: number, branch: string) =>
    state === "open" ? null : (resolveCommit({ db, repositoryId }, branch) ?? null);
  const into = base ?? repository.default_branch;
  const closed = merged?.at ?? common.closed;
  const issue = { ...common, state, ...(closed === undefined ? {} : { closed }) } as const;
  const pull = createPullRequest(db, issueOf(planting, repository, issue, path), {
    ...{ head, head_repository_id: from.id, head_owner_id: from.owner_id, base: into, draft },
    head_sha: head_commit === undefined ? left(from.id, head) : commit(from.id, head_commit, "head_commit"),
    base_sha: base_commit === undefined ? left(repository.id, into) : commit(repository.id, base_commit, "base_commit"),
    maintainer_can_modify: maintainers_may_push,
    merged_at: merged ? at(merged.at ?? common.closed ?? common.updated ?? common.created) : null,
    merged_by: userId(merged?.by, [...path, "merged", "by"]),
    merge_commit_sha: merged?.commit === undefined ? null : commit(repository.id, merged.commit, "merged"),
  });
  plantAround(planting, repository, pull.issue_id, common, path);
  return pull;
}

function plantReviews(
  planting: Planting,
  repository: Repository,
  pull: PullRequest,
  { requested, reviews, created, updated = created }: PullTold,
  path: SeedPath,
): void {
  const { db, at, user, team } = planting;
  for (const [index, login] of requested.users.entries()) {
    requestReview(db, pull.id, { user: user(login, [...path, "requested", "users", index]) });
  }
  const owner = getAccount(db, repository.owner_id);
  for (const [index, slug] of requested.teams.entries()) {
    requestReview(db, pull.id, { team: team(owner, slug, [...path, "requested", "teams", index]) });
  }
  for (const [index, { author, state, body, submitted = updated, comments }] of reviews.entries()) {
    const { id } = user(author, [...path, "reviews", index, "author"]);
    createReview(
      db,
      {
        ...{ pull_request_id: pull.id, user_id: id, app_id: null, state, body, commit_sha: headShaOf({ db }, pull) },
        submitted_at: state === "PENDING" ? null : at(submitted),
      },
      comments,
    );
  }
}
