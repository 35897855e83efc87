import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject, vendorValues } from "../schema.ts";

/** Repositories that can run workflows, and the actions that they can use. */
export class ActionsPermissions extends namedObject(() => ({
  enabled_repositories: extensibleEnum("all", "none", "selected"),
  allowed_actions: z.optional(extensibleEnum("all", "local_only", "selected")),
  sha_pinning_required: z.optional(z.boolean()),
  ...fieldsWith(z.optional(z.string()), "selected_repositories_url", "selected_actions_url"),
})) {}

/** Actions that workflows can use if `allowed_actions` is `selected`. */
export class SelectedActions extends namedObject(() => ({
  ...fieldsWith(z.optional(z.boolean()), "svc_owned_allowed", "verified_allowed"),
  /** For example `acme/*` or `acme/deploy@v2`. */
  patterns_allowed: z.optional(z.array(z.string())),
})) {}

/** Retention of artifacts and logs, and its maximum, in days. */
export class ActionsRetention extends namedObject(() => fieldsWith(z.int(), "days", "maximum_allowed_days")) {}

/** Policy for which contributors' fork pull requests need approval before their workflows run. */
export class ForkApproval extends namedObject(() => ({
  approval_policy: vendorValues(
    extensibleEnum("first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"),
  ),
})) {}

/** Permissions of workflows that run on fork pull requests in private repositories. */
export class PrivateForkWorkflows extends namedObject(() =>
  fieldsWith(
    z.boolean(),
    "run_workflows_from_fork_pull_requests",
    "send_write_tokens_to_workflows",
    "send_secrets_and_variables",
    "require_approval_for_fork_pr_workflows",
  ),
) {}

/** Repositories that can have self-hosted runners of their own. */
export class RepositoryRunnerPermissions extends namedObject(() => ({
  enabled_repositories: extensibleEnum("all", "selected", "none"),
  selected_repositories_url: z.optional(z.string()),
})) {}

/** Default permissions of a job's built-in token. */
export class WorkflowPermissions extends namedObject(() => ({
  default_workflow_permissions: extensibleEnum("read", "write"),
  can_approve_pull_request_reviews: z.boolean(),
})) {}
