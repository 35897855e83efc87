import type { RepositoryRule } from "@forgehand/core/operations";
import { EVERY } from "../state/database.ts";
import { grantOf, reaches } from "../state/repositories.ts";
import { type Review, reviewsOf } from "../state/reviews.ts";
import { isInTeam } from "../state/teams.ts";
import type { Finding } from "./finding.ts";
import { fits } from "./patterns.ts";
import type { Scene } from "./scene.ts";

type Parameters = Extract<RepositoryRule, { type: "pull_request" }>["parameters"];

/**
 * What is there already changes by pull requests alone, and by those that were approved. A ref that comes to be has nothing
 * that a pull request could go into. Nobody is known as an owner of code, and no remark as settled: those don't count.
 */
export function judgePullRequest(parameters: Parameters, scene: Scene): Finding {
  const { before, after, merge } = scene;
  if (before === undefined || after === undefined) return null;
  if (!merge) return "Changes must be made through a pull request.";
  const { allowed_merge_methods: methods, required_approving_review_count: wanted = 0 } = parameters ?? {};
  if (methods && !methods.includes(merge.method)) return `Pull requests can't be merged by ${merge.method} here.`;
  const opinions = opinionsOf(scene, merge, parameters?.dismiss_stale_reviews_on_push ?? false);
  const approving = opinions.flatMap(({ state, user_id }) => (state === "APPROVED" ? (user_id ?? []) : []));
  if (approving.length < wanted) {
    return `At least ${wanted} approving ${wanted === 1 ? "review is" : "reviews are"} required by reviewers with write access.`;
  }
  if (wanted > 0 && opinions.some(({ state }) => state === "CHANGES_REQUESTED")) return "Changes are requested.";
  for (const { file_patterns, minimum_approvals, reviewer } of parameters?.required_reviewers ?? []) {
    const isTheirs = scene.changes.some(({ path }) => file_patterns.some((pattern) => fits(pattern, path)));
    const approvals = approving.filter((userId) => isInTeam(scene.db, reviewer.id, userId)).length;
    if (isTheirs && approvals < minimum_approvals) return `Team ${reviewer.id} must approve these changes.`;
  }
  return null;
}

/** What everybody else who may write thinks last; a remark alone is no opinion. */
function opinionsOf(
  { db, repository }: Scene,
  { pull, head }: NonNullable<Scene["merge"]>,
  isStaleByPush: boolean,
): Review[] {
  const last = new Map<number, Review>();
  for (const review of reviewsOf(db, pull.id, undefined, EVERY).rows) {
    const { user_id, state } = review;
    if (user_id === null || user_id === pull.user_id || state === "COMMENTED") continue;
    if (reaches(grantOf(db, repository, user_id), "push")) last.set(user_id, review);
  }
  return [...last.values()].filter(
    ({ state, commit_sha }) => state !== "APPROVED" || !isStaleByPush || commit_sha === head,
  );
}
