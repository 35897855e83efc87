import type { RepositoryRule } from "@forgehand/core/operations";
import {
  type BranchProtectionRow,
  branchProtections,
  type ProtectionActors,
  type ProtectionSettings,
} from "../state/branch-protections.ts";
import type { Database } from "../state/database.ts";
import { grantedPermission, type Repository } from "../state/repositories.ts";
import { isInTeam } from "../state/teams.ts";
import type { RefActor } from "./bypass-mode.ts";
import { matchesPattern } from "./name-pattern.ts";
import type { RuleSource, SourcedRule } from "./rule-source.ts";

const BRANCHES = "refs/heads/";

/** Returns the protection of a branch: the one with its name, otherwise the oldest one whose pattern matches. */
export function findProtection(db: Database, repositoryId: number, branch: string): BranchProtectionRow | undefined {
  const all = branchProtections.all(db, { repository_id: repositoryId }, "id");
  return all.find(({ pattern }) => pattern === branch) ?? all.find(({ pattern }) => matchesPattern(pattern, branch));
}

/**
 * Returns the rules of the protection of a ref. Administrators bypass them unless they are enforced, but never the
 * prohibitions of force pushes and deletions.
 * @param isForkSync whether the ref is updated from the parent of a fork
 */
export function protectionSources(
  db: Database,
  repository: Repository,
  ref: string,
  actor: RefActor,
  isForkSync: boolean,
): RuleSource[] {
  if (!ref.startsWith(BRANCHES)) return [];
  const protection = findProtection(db, repository.id, ref.slice(BRANCHES.length));
  if (!protection) return [];
  const { settings, id, pattern } = protection;
  const source = { type: "protected_branch" as const, id, name: pattern };
  const isAdmin = actor.userId !== undefined && grantedPermission(db, repository, actor.userId) === "admin";
  const canBypass = isAdmin && !settings.enforce_admins;
  const rulesUnless = (isExempt: boolean, rules: readonly SourcedRule[]): RuleSource => ({
    source,
    enforcement: "active",
    rules,
    bypassMode: isExempt ? "always" : undefined,
  });
  const { required_pull_request_reviews: reviews, restrictions } = settings;
  const canSkipReviews = includesActor(db, reviews?.bypass_pull_request_allowances ?? null, actor);
  const canPush = includesActor(db, restrictions, actor);
  return [
    rulesUnless(false, unconditionalRules(settings)),
    rulesUnless(canBypass, historyRules(settings, isForkSync)),
    rulesUnless(canBypass || canSkipReviews, reviewRules(settings)),
    rulesUnless(canBypass || canPush, restrictions ? restrictionRules(settings) : []),
  ].filter(({ rules }) => rules.length > 0);
}

function unconditionalRules({ allow_force_pushes, allow_deletions }: ProtectionSettings): SourcedRule[] {
  return [
    ...ruleIf(!allow_force_pushes, { type: "non_fast_forward" }, "Cannot force-push to this protected branch"),
    ...ruleIf(!allow_deletions, { type: "deletion" }, "Cannot delete this protected branch"),
  ];
}

function historyRules(settings: ProtectionSettings, isForkSync: boolean): SourcedRule[] {
  const { required_status_checks: checks, lock_branch, allow_fork_syncing } = settings;
  const isLocked = lock_branch && !(isForkSync && allow_fork_syncing);
  return [
    ...ruleIf(isLocked, { type: "update" }, "Cannot change this locked branch"),
    ...ruleIf(
      settings.required_linear_history,
      { type: "required_linear_history" },
      "This branch must not contain merge commits.",
    ),
    ...ruleIf(settings.required_signatures, { type: "required_signatures" }, "Commits must have verified signatures."),
    ...(checks && (checks.strict || checks.checks.length > 0) ? [{ rule: statusChecksRule(checks) }] : []),
  ];
}

function statusChecksRule({
  strict,
  checks,
}: NonNullable<ProtectionSettings["required_status_checks"]>): RepositoryRule {
  const required_status_checks = checks.map(({ context, app_id }) => ({
    context,
    ...(app_id === null ? {} : { integration_id: app_id }),
  }));
  return {
    type: "required_status_checks",
    parameters: { required_status_checks, strict_required_status_checks_policy: strict },
  };
}

function reviewRules(settings: ProtectionSettings): SourcedRule[] {
  const { required_pull_request_reviews: reviews, required_conversation_resolution } = settings;
  if (!reviews) return [];
  const parameters = {
    required_approving_review_count: reviews.required_approving_review_count,
    dismiss_stale_reviews_on_push: reviews.dismiss_stale_reviews,
    require_code_owner_review: reviews.require_code_owner_reviews,
    require_last_push_approval: reviews.require_last_push_approval,
    required_review_thread_resolution: required_conversation_resolution,
  };
  return [{ rule: { type: "pull_request", parameters } }];
}

function restrictionRules({ block_creations }: ProtectionSettings): SourcedRule[] {
  const message = "You're not authorized to push to this branch.";
  return [...ruleIf(true, { type: "update" }, message), ...ruleIf(block_creations, { type: "creation" }, message)];
}

const ruleIf = (isOn: boolean, rule: RepositoryRule, message: string): SourcedRule[] =>
  isOn ? [{ rule, message }] : [];

function includesActor(db: Database, actors: ProtectionActors | null, { userId, appId }: RefActor): boolean {
  if (!actors) return false;
  if (appId !== undefined) return actors.apps.includes(appId);
  if (userId === undefined) return false;
  return actors.users.includes(userId) || actors.teams.some((team) => isInTeam(db, team, userId));
}
