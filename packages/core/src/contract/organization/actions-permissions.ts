import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import {
  changeSelectedRepository,
  listSelectedWholeRepositories,
  type Selection,
  setSelectedRepositories,
} from "../families/selected-repositories.ts";
import { getSettings, setSettings } from "../families/settings.ts";
import { plainPath } from "../fields.ts";
import {
  ActionsPermissions,
  ActionsRetention,
  ForkApproval,
  PrivateForkWorkflows,
  RepositoryRunnerPermissions,
  SelectedActions,
  WorkflowPermissions,
} from "../objects/actions-permissions.ts";
import { operation } from "../operation.ts";
import { vendorValues } from "../schema.ts";

const roles = ["organization-owner"] as const;
const access = (level: Level) => allow("organization_administration", level, ["admin:org"], { roles });

const SETTINGS = { read: access("read"), write: access("write"), editions: EDITIONS };

/** No source names a scope. */
const UNSCOPED = {
  read: allow("organization_administration", "read", [], { roles }),
  write: allow("organization_administration", "write", [], { roles }),
  editions: EDITIONS,
};

const ENABLED: Selection = { ...SETTINGS, otherStatuses: { list: [409], set: [409], one: [409] } };

const WITH_RUNNERS: Selection = {
  ...SETTINGS,
  otherStatuses: { list: [403, 404, 409], set: [403, 404, 409, 422], one: [403, 404, 409, 422] },
};

/** Which repositories may run workflows, and which actions these may use (document 1, permission matrix). */
export const getActionsPermissions = /* @__PURE__ */ operation("GET /orgs/{org}/actions/permissions", () =>
  getSettings(SETTINGS, ActionsPermissions()),
);

/** Set which repositories may run workflows, and which actions these may use. */
export const setActionsPermissions = /* @__PURE__ */ operation("PUT /orgs/{org}/actions/permissions", () =>
  setSettings(
    SETTINGS,
    z.object({
      enabled_repositories: z.enum(["all", "none", "selected"]),
      allowed_actions: z.optional(z.enum(["all", "local_only", "selected"])),
      sha_pinning_required: z.optional(z.boolean()),
    }),
  ),
);

/** For how many days artifacts and logs are kept (document 1, permission matrix). */
export const getActionsRetention = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/artifact-and-log-retention",
  () => getSettings(SETTINGS, ActionsRetention(), [403, 404]),
);

/** Set for how many days artifacts and logs are kept. */
export const setActionsRetention = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/artifact-and-log-retention",
  () => setSettings(SETTINGS, z.object({ days: z.int() }), [403, 404, 409, 422]),
);

/** Whose pull requests from forks wait for an approval before their workflows run (document 1, permission matrix). */
export const getForkApproval = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval",
  () => getSettings(SETTINGS, ForkApproval(), [404]),
);

/** Set whose pull requests from forks wait for an approval. */
export const setForkApproval = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/fork-pr-contributor-approval",
  () =>
    setSettings(
      SETTINGS,
      z.object({
        approval_policy: vendorValues(
          z.enum(["first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"]),
        ),
      }),
      [404, 422],
    ),
);

/** What workflows of pull requests from forks of private repositories may (document 1, permission matrix). */
export const getPrivateForkWorkflows = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos",
  () => getSettings(UNSCOPED, PrivateForkWorkflows(), [403, 404]),
);

/** Set what workflows of pull requests from forks of private repositories may. */
export const setPrivateForkWorkflows = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos",
  () =>
    setSettings(
      UNSCOPED,
      z.object({
        run_workflows_from_fork_pull_requests: z.boolean(),
        send_write_tokens_to_workflows: z.optional(z.boolean()),
        send_secrets_and_variables: z.optional(z.boolean()),
        require_approval_for_fork_pr_workflows: z.optional(z.boolean()),
      }),
      [403, 404, 422],
    ),
);

/** The repositories that may run workflows, where those are selected (document 1, permission matrix). */
export const listActionsRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/repositories",
  () => listSelectedWholeRepositories(ENABLED, plainPath),
);

/** Replace the repositories that may run workflows. */
export const setActionsRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/repositories",
  () => setSelectedRepositories(ENABLED, plainPath),
);

/** Let one more repository run workflows. */
export const addActionsRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/repositories/{repository_id}",
  () => changeSelectedRepository(ENABLED, plainPath),
);

/** Let one repository no longer run workflows. */
export const removeActionsRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/permissions/repositories/{repository_id}",
  () => changeSelectedRepository(ENABLED, plainPath),
);

/** The actions that workflows may use, where those are selected (document 1, permission matrix). */
export const getSelectedActions = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/selected-actions",
  () => getSettings(SETTINGS, SelectedActions(), [409]),
);

/** Set the actions that workflows may use. */
export const setSelectedActions = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/selected-actions",
  () =>
    setSettings(
      SETTINGS,
      z.object({
        svc_owned_allowed: z.optional(z.boolean()),
        verified_allowed: z.optional(z.boolean()),
        patterns_allowed: z.optional(z.array(z.string())),
      }),
      [409],
    ),
);

/** Which repositories may have runners of their own (document 1, permission matrix). */
export const getRepositoryRunnerPermissions = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/self-hosted-runners",
  () => getSettings(SETTINGS, RepositoryRunnerPermissions(), [403, 404]),
);

/** Set which repositories may have runners of their own. */
export const setRepositoryRunnerPermissions = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners",
  () =>
    setSettings(
      SETTINGS,
      z.object({ enabled_repositories: z.enum(["all", "selected", "none"]) }),
      [403, 404, 409, 422],
    ),
);

/** The repositories that may have runners of their own, where those are selected (document 1, permission matrix). */
export const listRepositoriesWithRunners = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/permissions/self-hosted-runners/repositories",
  () => listSelectedWholeRepositories(WITH_RUNNERS, plainPath),
);

/** Replace the repositories that may have runners of their own. */
export const setRepositoriesWithRunners = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories",
  () => setSelectedRepositories(WITH_RUNNERS, plainPath),
);

/** Let one more repository have runners of its own. */
export const addRepositoryWithRunners = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}",
  () => changeSelectedRepository(WITH_RUNNERS, plainPath),
);

/** Let one repository no longer have runners of its own. */
export const removeRepositoryWithRunners = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}",
  () => changeSelectedRepository(WITH_RUNNERS, plainPath),
);

/** What a job's built-in token may where its workflow doesn't say (document 1, permission matrix). */
export const getWorkflowPermissions = /* @__PURE__ */ operation("GET /orgs/{org}/actions/permissions/workflow", () =>
  getSettings(SETTINGS, WorkflowPermissions()),
);

/** Set what a job's built-in token may where its workflow doesn't say. */
export const setWorkflowPermissions = /* @__PURE__ */ operation("PUT /orgs/{org}/actions/permissions/workflow", () =>
  setSettings(
    SETTINGS,
    z.object({
      default_workflow_permissions: z.optional(z.enum(["read", "write"])),
      can_approve_pull_request_reviews: z.optional(z.boolean()),
    }),
  ),
);
