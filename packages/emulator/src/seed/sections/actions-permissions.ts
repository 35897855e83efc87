import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/actions-permissions.ts";
import { selectRepositories } from "../../state/selections.ts";
import { type Setting, settingSelection, writeSetting } from "../../state/settings.ts";
import type { Planting } from "../planting.ts";
import type { SeedPath } from "../problem.ts";
import { section } from "../section.ts";
import { readSelected } from "./readers.ts";

const Enabled = {
  /** `selected` where repositories are named, else `all`. */
  enabled_repositories: z.optional(z.enum(["all", "none", "selected"])),
  /** Their full names. */
  repositories: z.optional(z.array(z.string())),
};

const ActionsPermissions = z.strictObject({
  ...state.ActionsPermissions.shape,
  ...Enabled,
  selected_actions: z.optional(z.strictObject(state.SelectedActions.shape)),
  retention: z.optional(z.strictObject(state.Retention.shape)),
  fork_approval: z.optional(z.strictObject(state.ForkApproval.shape)),
  private_forks: z.optional(z.strictObject(state.PrivateForks.shape)),
  /** Which repositories may have runners of their own. */
  runners: z.optional(z.strictObject(Enabled)),
  workflows: z.optional(z.strictObject(state.WorkflowPermissions.shape)),
});

/** What an organization's workflows may; what is left out is as the service starts it. */
export const actionsPermissions = section(ActionsPermissions, (planting, organization: Account, told, path) => {
  const { repositories, enabled_repositories, allowed_actions, sha_pinning_required, runners } = told;
  const set = <T>(setting: Setting<T>, value: T | undefined) => {
    if (value !== undefined) writeSetting(planting.db, setting, organization.id, value);
  };
  const enabled = { repositories, enabled_repositories };
  set(state.ACTIONS, {
    ...{ allowed_actions, sha_pinning_required },
    ...plantEnabled(planting, organization, state.ACTIONS, enabled, path),
  });
  set(
    state.REPOSITORY_RUNNERS,
    runners && plantEnabled(planting, organization, state.REPOSITORY_RUNNERS, runners, [...path, "runners"]),
  );
  set(state.SELECTED_ACTIONS, told.selected_actions);
  set(state.RETENTION, told.retention);
  set(state.FORK_APPROVAL, told.fork_approval);
  set(state.PRIVATE_FORKS, told.private_forks);
  set(state.WORKFLOWS, told.workflows);
});

/** Selects the repositories that are named. @returns what the setting is then */
function plantEnabled(
  planting: Planting,
  organization: Account,
  setting: Setting<state.RepositoryRunners>,
  { repositories, enabled_repositories = repositories ? "selected" : "all" }: z.output<z.ZodMiniObject<typeof Enabled>>,
  path: SeedPath,
): state.RepositoryRunners {
  const ids = readSelected(planting, organization, repositories, { enabled_repositories }, path);
  selectRepositories(planting.db, settingSelection(setting, organization.id), ids);
  return { enabled_repositories };
}
