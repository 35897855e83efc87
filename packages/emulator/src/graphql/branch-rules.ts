import { nodeId } from "../objects/user.ts";
import { applicableSources } from "../rules/applicable-rulesets.ts";
import { findProtection } from "../rules/branch-protection.ts";
import type { Database } from "../state/database.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { submittedReviewers } from "../state/reviews.ts";

// What the rules of a branch require, from rulesets and its protection.

/** The requirements of a branch are the same for all readers. */
const NO_ACTOR = { userId: undefined, appId: undefined };

function rulesOf(db: Database, repository: Repository, branch: string) {
  return applicableSources(db, repository, { ref: `refs/heads/${branch}` }, NO_ACTOR).flatMap(
    ({ rules, enforcement }) => (enforcement === "active" ? rules.map(({ rule }) => rule) : []),
  );
}

/** Returns the names of the checks that a branch requires. */
export function requiredChecksOf(db: Database, repository: Repository, branch: string): string[] {
  return rulesOf(db, repository, branch).flatMap((rule) =>
    rule.type === "required_status_checks"
      ? (rule.parameters?.required_status_checks ?? []).map(({ context }) => context)
      : [],
  );
}

/**
 * Returns what the reviews of a pull request have decided; null if none is required, and none approves it or requests
 * changes.
 */
export function reviewDecisionOf(db: Database, repository: Repository, pull: PullRequest): string | null {
  const states = submittedReviewers(db, pull.id).map(({ state }) => state);
  if (states.includes("CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
  const required = rulesOf(db, repository, pull.base).flatMap((rule) =>
    rule.type === "pull_request" ? [rule.parameters?.required_approving_review_count ?? 0] : [],
  );
  const approvals = states.filter((state) => state === "APPROVED").length;
  if (approvals < Math.max(0, ...required)) return "REVIEW_REQUIRED";
  return approvals > 0 ? "APPROVED" : null;
}

/** Renders the protection of a branch; null if it has none. */
export function protectionOf(db: Database, repository: Repository, branch: string) {
  const protection = findProtection(db, repository.id, branch);
  if (!protection) return null;
  const { required_pull_request_reviews: reviews, required_status_checks: checks } = protection.settings;
  return {
    id: nodeId("BranchProtectionRule", protection.id),
    pattern: protection.pattern,
    requiredApprovingReviewCount: reviews?.required_approving_review_count ?? null,
    requiresApprovingReviews: reviews !== null,
    requiresStatusChecks: checks !== null,
    requiresStrictStatusChecks: checks?.strict ?? false,
    requiredStatusCheckContexts: checks?.checks.map(({ context }) => context) ?? [],
  };
}
