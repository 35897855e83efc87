import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, vendorValues } from "../schema.ts";

/** Which repositories may run workflows, and which actions these may use (public description). */
export interface ActionsPermissions extends OutputOf<typeof actionsPermissionsSchema> {}
const actionsPermissionsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    enabled_repositories: open("all", "none", "selected"),
    allowed_actions: z.optional(open("all", "local_only", "selected")),
    sha_pinning_required: z.optional(z.boolean()),
    ...alike(z.optional(z.string()), "selected_repositories_url", "selected_actions_url"),
  }),
);
export const ActionsPermissions: Named<ActionsPermissions> = actionsPermissionsSchema;

/** The actions that workflows may use, where those are selected (public description). */
export interface SelectedActions extends OutputOf<typeof selectedActionsSchema> {}
const selectedActionsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.optional(z.boolean()), "svc_owned_allowed", "verified_allowed"),
    /** Such as `acme/*`, `acme/deploy@v2`. */
    patterns_allowed: z.optional(z.array(z.string())),
  }),
);
export const SelectedActions: Named<SelectedActions> = selectedActionsSchema;

/** For how many days artifacts and logs are kept, and for how many they may be (public description). */
export interface ActionsRetention extends OutputOf<typeof actionsRetentionSchema> {}
const actionsRetentionSchema = /* @__PURE__ */ named(() =>
  z.looseObject(alike(z.int(), "days", "maximum_allowed_days")),
);
export const ActionsRetention: Named<ActionsRetention> = actionsRetentionSchema;

/** Whose pull requests from forks wait for an approval before their workflows run (public description). */
export interface ForkApproval extends OutputOf<typeof forkApprovalSchema> {}
const forkApprovalSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    approval_policy: vendorValues(
      open("first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"),
    ),
  }),
);
export const ForkApproval: Named<ForkApproval> = forkApprovalSchema;

/** What workflows of pull requests from forks of private repositories may (public description). */
export interface PrivateForkWorkflows extends OutputOf<typeof privateForkWorkflowsSchema> {}
const privateForkWorkflowsSchema = /* @__PURE__ */ named(() =>
  z.looseObject(
    alike(
      z.boolean(),
      "run_workflows_from_fork_pull_requests",
      "send_write_tokens_to_workflows",
      "send_secrets_and_variables",
      "require_approval_for_fork_pr_workflows",
    ),
  ),
);
export const PrivateForkWorkflows: Named<PrivateForkWorkflows> = privateForkWorkflowsSchema;

/** Which repositories may have runners of their own (public description). */
export interface RepositoryRunnerPermissions extends OutputOf<typeof repositoryRunnerPermissionsSchema> {}
const repositoryRunnerPermissionsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    enabled_repositories: open("all", "selected", "none"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const RepositoryRunnerPermissions: Named<RepositoryRunnerPermissions> = repositoryRunnerPermissionsSchema;

/** What a job's built-in token may where its workflow doesn't say (public description). */
export interface WorkflowPermissions extends OutputOf<typeof workflowPermissionsSchema> {}
const workflowPermissionsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    default_workflow_permissions: open("read", "write"),
    can_approve_pull_request_reviews: z.boolean(),
  }),
);
export const WorkflowPermissions: Named<WorkflowPermissions> = workflowPermissionsSchema;
