import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named, open } from "../../schema.ts";

/** Who must keep to a setting: nobody, all but administrators, or everyone (public description). */
const enforcement = /* @__PURE__ */ lazy(() => open("off", "non_admins", "everyone"));

/** A branch protection rule; `name` is the pattern of the branches that it protects (public description). */
export interface ProtectionRule extends OutputOf<typeof protectionRuleSchema> {}
const protectionRuleSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.int(), "id", "repository_id", "required_approving_review_count"),
    ...alike(z.string(), "name", "created_at", "updated_at"),
    ...alike(
      z.boolean(),
      "admin_enforced",
      "authorized_actors_only",
      "authorized_dismissal_actors_only",
      "dismiss_stale_reviews_on_push",
      "ignore_approvals_from_contributors",
      "require_code_owner_review",
      "strict_required_status_checks_policy",
    ),
    ...alike(z.optional(z.boolean()), "create_protected", "lock_allows_fork_sync", "require_last_push_approval"),
    ...alike(
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
    ...alike(z.array(z.string()), "authorized_actor_names", "required_status_checks"),
  }),
);
export const ProtectionRule: Named<ProtectionRule> = protectionRuleSchema;

const from = <S extends z.ZodMiniType>(schema: S) => z.optional(z.looseObject({ from: schema }));

/** What a rule was before it was edited: only what changed is there (public description). */
export interface ProtectionRuleChanges extends OutputOf<typeof protectionRuleChangesSchema> {}
const protectionRuleChangesSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(
      from(z.nullable(z.boolean())),
      "admin_enforced",
      "authorized_actors_only",
      "authorized_dismissal_actors_only",
      "dismiss_stale_reviews_on_push",
      "lock_allows_fork_sync",
      "require_code_owner_review",
      "require_last_push_approval",
    ),
    ...alike(
      from(enforcement()),
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
    ...alike(from(z.array(z.string())), "authorized_actor_names", "required_status_checks"),
    required_approving_review_count: from(z.int()),
  }),
);
export const ProtectionRuleChanges: Named<ProtectionRuleChanges> = protectionRuleChangesSchema;
