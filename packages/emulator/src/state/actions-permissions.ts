import * as z from "zod/mini";
import type { Database } from "./database.ts";
import type { Repository } from "./repositories.ts";
import { isSelected } from "./selections.ts";
import { readSetting, type SettingDefinition, settingSelection } from "./settings.ts";

// Actions settings of organizations. Repositories of users have no such settings, so the defaults allow jobs in
// organizations to do the same as jobs in those repositories.

const RepositorySelectionMode = z.enum(["all", "none", "selected"]);

/** Repositories that can run workflows, and actions that these can use. */
export interface ActionsPermissions extends z.output<typeof ActionsPermissions> {}
export const ActionsPermissions = z.object({
  enabled_repositories: z._default(RepositorySelectionMode, "all"),
  allowed_actions: z._default(z.enum(["all", "local_only", "selected"]), "all"),
  sha_pinning_required: z._default(z.boolean(), false),
});
export const ACTIONS_PERMISSIONS: SettingDefinition<ActionsPermissions> = {
  name: "actions",
  shape: ActionsPermissions,
};

/** An action's repository, path and version, each of which can contain `*`. A leading `!` forbids the action. */
const ACTION_PATTERN = /^!?[^\s,!@/]+\/[^\s,!@]+(@[^\s,!@]+)?$/;

/** Returns whether a text is an action pattern, such as `acme/*` or `acme/deploy@v2`. */
export const isActionPattern = (text: string): boolean => ACTION_PATTERN.test(text);

/** The actions that can be used if only selected ones are allowed. */
export interface SelectedActions extends z.output<typeof SelectedActions> {}
export const SelectedActions = z.object({
  svc_owned_allowed: z._default(z.boolean(), false),
  verified_allowed: z._default(z.boolean(), false),
  patterns_allowed: z._default(
    z.array(z.string().check(z.refine(isActionPattern, "must be an action pattern, such as acme/deploy@v2 or acme/*"))),
    [],
  ),
});
export const SELECTED_ACTIONS: SettingDefinition<SelectedActions> = {
  name: "selected_actions",
  shape: SelectedActions,
};

/**
 * The most days that artifacts and logs can be kept, per repository visibility.
 * @see GitHub's documentation on artifact and log retention
 */
export const MAX_ARTIFACT_RETENTION_DAYS = { private: 400, public: 90 } as const;

/** Days that artifacts and logs are kept. */
export interface ArtifactRetention extends z.output<typeof ArtifactRetention> {}
export const ArtifactRetention = z.object({
  days: z._default(z.int().check(z.gte(1), z.lte(MAX_ARTIFACT_RETENTION_DAYS.private)), 90),
});
export const ARTIFACT_RETENTION: SettingDefinition<ArtifactRetention> = { name: "retention", shape: ArtifactRetention };

/** Contributors whose pull requests from forks need approval to run workflows. */
export interface ForkApproval extends z.output<typeof ForkApproval> {}
export const ForkApproval = z.object({
  approval_policy: z._default(
    z.enum(["first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"]),
    "first_time_contributors",
  ),
});
export const FORK_APPROVAL: SettingDefinition<ForkApproval> = { name: "fork_approval", shape: ForkApproval };

/** Permissions of workflows in pull requests from forks of private repositories. */
export interface PrivateForkPolicy extends z.output<typeof PrivateForkPolicy> {}
export const PrivateForkPolicy = z.object({
  run_workflows_from_fork_pull_requests: z._default(z.boolean(), true),
  send_write_tokens_to_workflows: z._default(z.boolean(), false),
  send_secrets_and_variables: z._default(z.boolean(), false),
  require_approval_for_fork_pr_workflows: z._default(z.boolean(), false),
});
export const PRIVATE_FORK_POLICY: SettingDefinition<PrivateForkPolicy> = {
  name: "private_forks",
  shape: PrivateForkPolicy,
};

/** Repositories that can have their own self-hosted runners. */
export interface RepositoryRunners extends z.output<typeof RepositoryRunners> {}
export const RepositoryRunners = z.object({ enabled_repositories: z._default(RepositorySelectionMode, "all") });
export const REPOSITORY_RUNNERS: SettingDefinition<RepositoryRunners> = {
  name: "repository_runners",
  shape: RepositoryRunners,
};

/** Permissions of the built-in token where a workflow doesn't set them. */
export interface WorkflowPermissions extends z.output<typeof WorkflowPermissions> {}
export const WorkflowPermissions = z.object({
  default_workflow_permissions: z._default(z.enum(["read", "write"]), "write"),
  can_approve_pull_request_reviews: z._default(z.boolean(), true),
});
export const WORKFLOW_PERMISSIONS: SettingDefinition<WorkflowPermissions> = {
  name: "workflows",
  shape: WorkflowPermissions,
};

export function canRunWorkflows(db: Database, repository: Repository): boolean {
  return isEnabled(db, ACTIONS_PERMISSIONS, repository);
}

export function canHaveRunners(db: Database, repository: Repository): boolean {
  return isEnabled(db, REPOSITORY_RUNNERS, repository);
}

function isEnabled(
  db: Database,
  setting: SettingDefinition<{ readonly enabled_repositories: z.output<typeof RepositorySelectionMode> }>,
  { id, owner_id }: Repository,
): boolean {
  const { enabled_repositories: mode } = readSetting(db, setting, owner_id);
  return mode === "all" || (mode === "selected" && isSelected(db, settingSelection(setting, owner_id), id));
}

/** Returns the days that a repository's artifacts and logs are kept. */
export function artifactRetentionDays(db: Database, repository: Repository): number {
  const { days } = readSetting(db, ARTIFACT_RETENTION, repository.owner_id);
  return Math.min(days, MAX_ARTIFACT_RETENTION_DAYS[repository.private ? "private" : "public"]);
}
