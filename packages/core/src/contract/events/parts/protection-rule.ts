import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** Enforcement of a setting: off, for all but administrators, or for everyone. */
const enforcement = lazy(() => extensibleEnum("off", "non_admins", "everyone"));

/** A branch protection rule; `name` is the pattern of the branches that it protects. */
export class ProtectionRule extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "repository_id", "required_approving_review_count"),
  ...fieldsWith(z.string(), "name", "created_at", "updated_at"),
  ...fieldsWith(
    z.boolean(),
    "admin_enforced",
    "authorized_actors_only",
    "authorized_dismissal_actors_only",
    "dismiss_stale_reviews_on_push",
    "ignore_approvals_from_contributors",
    "require_code_owner_review",
    "strict_required_status_checks_policy",
  ),
  ...fieldsWith(z.optional(z.boolean()), "create_protected", "lock_allows_fork_sync", "require_last_push_approval"),
  ...fieldsWith(
    enforcement(),
    "allow_deletions_enforcement_level",
    "allow_force_pushes_enforcement_level",
    "linear_history_requirement_enforcement_level",
    "merge_queue_enforcement_level",
    "pull_request_reviews_enforcement_level",
    "required_conversation_resolution_level",
    "required_deployments_enforcement_level",
    "required_status_checks_enforcement_level",
    "signature_requirement_enforcement_level",
  ),
  lock_branch_enforcement_level: z.optional(enforcement()),
  ...fieldsWith(z.array(z.string()), "authorized_actor_names", "required_status_checks"),
})) {}

const previousValue = <S extends z.ZodMiniType>(schema: S) => z.optional(z.looseObject({ from: schema }));

/** Previous values of an edited rule; only changed settings are present. */
export class ProtectionRuleChanges extends namedObject(() => ({
  ...fieldsWith(
    previousValue(z.nullable(z.boolean())),
    "admin_enforced",
    "authorized_actors_only",
    "authorized_dismissal_actors_only",
    "dismiss_stale_reviews_on_push",
    "lock_allows_fork_sync",
    "require_code_owner_review",
    "require_last_push_approval",
  ),
  ...fieldsWith(
    previousValue(enforcement()),
    "allow_deletions_enforcement_level",
    "allow_force_pushes_enforcement_level",
    "linear_history_requirement_enforcement_level",
    "lock_branch_enforcement_level",
    "pull_request_reviews_enforcement_level",
    "required_conversation_resolution_level",
    "required_deployments_enforcement_level",
    "required_status_checks_enforcement_level",
    "signature_requirement_enforcement_level",
  ),
  ...fieldsWith(previousValue(z.array(z.string())), "authorized_actor_names", "required_status_checks"),
  required_approving_review_count: previousValue(z.int()),
})) {}
