import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema, vendorValues } from "../schema.ts";

/** Repositories that can run workflows, and the actions that they can use. */
export interface ActionsPermissions extends SchemaOutput<typeof actionsPermissionsSchema> {}
const actionsPermissionsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    enabled_repositories: extensibleEnum("all", "none", "selected"),
    allowed_actions: z.optional(extensibleEnum("all", "local_only", "selected")),
    sha_pinning_required: z.optional(z.boolean()),
    ...fieldsWith(z.optional(z.string()), "selected_repositories_url", "selected_actions_url"),
  }),
);
export const ActionsPermissions: NamedSchema<ActionsPermissions> = actionsPermissionsSchema;

/** Actions that workflows can use if `allowed_actions` is `selected`. */
export interface SelectedActions extends SchemaOutput<typeof selectedActionsSchema> {}
const selectedActionsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.optional(z.boolean()), "svc_owned_allowed", "verified_allowed"),
    /** For example `acme/*` or `acme/deploy@v2`. */
    patterns_allowed: z.optional(z.array(z.string())),
  }),
);
export const SelectedActions: NamedSchema<SelectedActions> = selectedActionsSchema;

/** Retention of artifacts and logs, and its maximum, in days. */
export interface ActionsRetention extends SchemaOutput<typeof actionsRetentionSchema> {}
const actionsRetentionSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject(fieldsWith(z.int(), "days", "maximum_allowed_days")),
);
export const ActionsRetention: NamedSchema<ActionsRetention> = actionsRetentionSchema;

/** Policy for which contributors' fork pull requests need approval before their workflows run. */
export interface ForkApproval extends SchemaOutput<typeof forkApprovalSchema> {}
const forkApprovalSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    approval_policy: vendorValues(
      extensibleEnum("first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"),
    ),
  }),
);
export const ForkApproval: NamedSchema<ForkApproval> = forkApprovalSchema;

/** Permissions of workflows that run on fork pull requests in private repositories. */
export interface PrivateForkWorkflows extends SchemaOutput<typeof privateForkWorkflowsSchema> {}
const privateForkWorkflowsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject(
    fieldsWith(
      z.boolean(),
      "run_workflows_from_fork_pull_requests",
      "send_write_tokens_to_workflows",
      "send_secrets_and_variables",
      "require_approval_for_fork_pr_workflows",
    ),
  ),
);
export const PrivateForkWorkflows: NamedSchema<PrivateForkWorkflows> = privateForkWorkflowsSchema;

/** Repositories that can have self-hosted runners of their own. */
export interface RepositoryRunnerPermissions extends SchemaOutput<typeof repositoryRunnerPermissionsSchema> {}
const repositoryRunnerPermissionsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    enabled_repositories: extensibleEnum("all", "selected", "none"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const RepositoryRunnerPermissions: NamedSchema<RepositoryRunnerPermissions> = repositoryRunnerPermissionsSchema;

/** Default permissions of a job's built-in token. */
export interface WorkflowPermissions extends SchemaOutput<typeof workflowPermissionsSchema> {}
const workflowPermissionsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    default_workflow_permissions: extensibleEnum("read", "write"),
    can_approve_pull_request_reviews: z.boolean(),
  }),
);
export const WorkflowPermissions: NamedSchema<WorkflowPermissions> = workflowPermissionsSchema;
