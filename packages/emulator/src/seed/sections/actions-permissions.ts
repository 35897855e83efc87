import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/actions-permissions.ts";
import { selectRepositories } from "../../state/selections.ts";
import { type SettingDefinition, settingSelection, writeSetting } from "../../state/settings.ts";
import { defineSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { inside } from "../seed-error.ts";
import { readSelectedRepositories } from "./repository-access.ts";

const EnabledRepositories = {
  /** `selected` by default if repositories are listed, otherwise `all`. */
  enabled_repositories: z.optional(z.enum(["all", "none", "selected"])),
  /** Full names. */
  repositories: z.optional(z.array(z.string())),
};

const ActionsPermissions = z.strictObject({
  ...state.ActionsPermissions.shape,
  ...EnabledRepositories,
  selected_actions: z.optional(z.strictObject(state.SelectedActions.shape)),
  retention: z.optional(z.strictObject(state.ArtifactRetention.shape)),
  fork_approval: z.optional(z.strictObject(state.ForkApproval.shape)),
  private_forks: z.optional(z.strictObject(state.PrivateForkPolicy.shape)),
  /** Repositories that can have self-hosted runners. */
  runners: z.optional(z.strictObject(EnabledRepositories)),
  workflows: z.optional(z.strictObject(state.WorkflowPermissions.shape)),
});

/** Inserts an organization's Actions permissions. Omitted settings keep their defaults. */
export const actionsPermissions = defineSection(ActionsPermissions, (context, organization: Account, input) => {
  const { repositories, enabled_repositories, allowed_actions, sha_pinning_required, runners } = input;
  const set = <T>(setting: SettingDefinition<T>, value: T | undefined) => {
    if (value !== undefined) writeSetting(context.db, setting, organization.id, value);
  };
  const select = (
    setting: SettingDefinition<state.RepositoryRunners>,
    selected: z.output<z.ZodMiniObject<typeof EnabledRepositories>>,
  ) => selectEnabledRepositories(context, organization, setting, selected);
  const enabled = select(state.ACTIONS_PERMISSIONS, { repositories, enabled_repositories });
  set(state.ACTIONS_PERMISSIONS, { allowed_actions, sha_pinning_required, ...enabled });
  if (runners)
    set(
      state.REPOSITORY_RUNNERS,
      inside(["runners"], () => select(state.REPOSITORY_RUNNERS, runners)),
    );
  set(state.SELECTED_ACTIONS, input.selected_actions);
  set(state.ARTIFACT_RETENTION, input.retention);
  set(state.FORK_APPROVAL, input.fork_approval);
  set(state.PRIVATE_FORK_POLICY, input.private_forks);
  set(state.WORKFLOW_PERMISSIONS, input.workflows);
});

/**
 * Selects the listed repositories.
 * @returns the new value of the setting
 */
function selectEnabledRepositories(
  context: SeedContext,
  organization: Account,
  setting: SettingDefinition<state.RepositoryRunners>,
  {
    repositories,
    enabled_repositories = repositories ? "selected" : "all",
  }: z.output<z.ZodMiniObject<typeof EnabledRepositories>>,
): state.RepositoryRunners {
  const ids = readSelectedRepositories(context, organization, repositories, { enabled_repositories });
  selectRepositories(context.db, settingSelection(setting, organization.id), ids);
  return { enabled_repositories };
}
