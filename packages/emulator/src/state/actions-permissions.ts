import * as z from "zod/mini";
import type { Database } from "./database.ts";
import type { Repository } from "./repositories.ts";
import { isSelected } from "./selections.ts";
import { readSetting, type Setting, settingSelection } from "./settings.ts";

// What an organization's owners let workflows do. Organizations start as permissive as the service lets them be where jobs
// would else do less than in the repositories of people, which have no such settings here.

const Where = z.enum(["all", "none", "selected"]);

/** Which repositories may run workflows, and which actions these may use. */
export interface ActionsPermissions extends z.output<typeof ActionsPermissions> {}
export const ActionsPermissions = z.object({
  enabled_repositories: z._default(Where, "all"),
  allowed_actions: z._default(z.enum(["all", "local_only", "selected"]), "all"),
  sha_pinning_required: z._default(z.boolean(), false),
});
export const ACTIONS: Setting<ActionsPermissions> = { name: "actions", shape: ActionsPermissions };

/** The repository of an action, a part of it and a version, each with `*` for anything; `!` in front forbids it. */
const PATTERN = /^!?[^\s,!@/]+\/[^\s,!@]+(@[^\s,!@]+)?$/;

/** Does this name actions, as in `acme/*` and `acme/deploy@v2`? */
export const isActionPattern = (text: string): boolean => PATTERN.test(text);

/** The actions that may be used where they are selected. */
export interface SelectedActions extends z.output<typeof SelectedActions> {}
export const SelectedActions = z.object({
  svc_owned_allowed: z._default(z.boolean(), false),
  verified_allowed: z._default(z.boolean(), false),
  patterns_allowed: z._default(
    z.array(z.string().check(z.refine(isActionPattern, "no action: those are named as in acme/deploy@v2 and acme/*"))),
    [],
  ),
});
export const SELECTED_ACTIONS: Setting<SelectedActions> = { name: "selected_actions", shape: SelectedActions };

/** For how many days artifacts and logs may be kept, of private repositories and of public ones (public documents). */
export const LONGEST_RETENTION = { private: 400, public: 90 } as const;

/** For how long artifacts and logs are kept. */
export interface Retention extends z.output<typeof Retention> {}
export const Retention = z.object({
  days: z._default(z.int().check(z.gte(1), z.lte(LONGEST_RETENTION.private)), 90),
});
export const RETENTION: Setting<Retention> = { name: "retention", shape: Retention };

/** Whose pull requests from forks wait for an approval. */
export interface ForkApproval extends z.output<typeof ForkApproval> {}
export const ForkApproval = z.object({
  approval_policy: z._default(
    z.enum(["first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"]),
    "first_time_contributors",
  ),
});
export const FORK_APPROVAL: Setting<ForkApproval> = { name: "fork_approval", shape: ForkApproval };

/** What workflows of pull requests from forks of private repositories may. */
export interface PrivateForks extends z.output<typeof PrivateForks> {}
export const PrivateForks = z.object({
  run_workflows_from_fork_pull_requests: z._default(z.boolean(), true),
  send_write_tokens_to_workflows: z._default(z.boolean(), false),
  send_secrets_and_variables: z._default(z.boolean(), false),
  require_approval_for_fork_pr_workflows: z._default(z.boolean(), false),
});
export const PRIVATE_FORKS: Setting<PrivateForks> = { name: "private_forks", shape: PrivateForks };

/** Which repositories may have runners of their own. */
export interface RepositoryRunners extends z.output<typeof RepositoryRunners> {}
export const RepositoryRunners = z.object({ enabled_repositories: z._default(Where, "all") });
export const REPOSITORY_RUNNERS: Setting<RepositoryRunners> = { name: "repository_runners", shape: RepositoryRunners };

/** What a job's built-in token may where its workflow doesn't say. */
export interface WorkflowPermissions extends z.output<typeof WorkflowPermissions> {}
export const WorkflowPermissions = z.object({
  default_workflow_permissions: z._default(z.enum(["read", "write"]), "write"),
  can_approve_pull_request_reviews: z._default(z.boolean(), true),
});
export const WORKFLOWS: Setting<WorkflowPermissions> = { name: "workflows", shape: WorkflowPermissions };

/** May a repository run workflows? */
export function mayRunWorkflows(db: Database, repository: Repository): boolean {
  return isEnabled(db, ACTIONS, repository);
}

/** May a repository have runners of its own? */
export function mayHaveRunners(db: Database, repository: Repository): boolean {
  return isEnabled(db, REPOSITORY_RUNNERS, repository);
}

function isEnabled(
  db: Database,
  setting: Setting<{ readonly enabled_repositories: z.output<typeof Where> }>,
  { id, owner_id }: Repository,
): boolean {
  const { enabled_repositories: where } = readSetting(db, setting, owner_id);
  return where === "all" || (where === "selected" && isSelected(db, settingSelection(setting, owner_id), id));
}

/** For how many days a repository's artifacts and logs are kept. */
export function retentionOf(db: Database, repository: Repository): number {
  const { days } = readSetting(db, RETENTION, repository.owner_id);
  return Math.min(days, LONGEST_RETENTION[repository.private ? "private" : "public"]);
}
