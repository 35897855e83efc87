import {
  addActionsRepository,
  addRepositoryWithRunners,
  getActionsPermissions,
  getActionsRetention,
  getForkApproval,
  getPrivateForkWorkflows,
  getRepositoryRunnerPermissions,
  getSelectedActions,
  getWorkflowPermissions,
  listActionsRepositories,
  listRepositoriesWithRunners,
  removeActionsRepository,
  removeRepositoryWithRunners,
  setActionsPermissions,
  setActionsRepositories,
  setActionsRetention,
  setForkApproval,
  setPrivateForkWorkflows,
  setRepositoriesWithRunners,
  setRepositoryRunnerPermissions,
  setSelectedActions,
  setWorkflowPermissions,
} from "@forgehand/core/operations";
import type { OrganizationCall } from "../../http/call.ts";
import { conflict, invalid } from "../../http/refusal.ts";
import * as state from "../../state/actions-permissions.ts";
import { readSetting } from "../../state/settings.ts";
import { bySetting, selectedOneByOne, selection } from "../families/selected-repositories.ts";
import { settings } from "../families/settings.ts";

const ENABLED = bySetting(state.ACTIONS, "enabled_repositories");
const WITH_RUNNERS = bySetting(state.REPOSITORY_RUNNERS, "enabled_repositories");

export const actionsPermissions = [
  ...settings({
    setting: state.ACTIONS,
    get: getActionsPermissions,
    set: setActionsPermissions,
    shown: (value, call) => {
      const url = addressOf(call);
      const { enabled_repositories, allowed_actions, sha_pinning_required } = value;
      return {
        enabled_repositories,
        ...(enabled_repositories === "selected" ? { selected_repositories_url: `${url}/repositories` } : {}),
        ...(enabled_repositories === "none" ? {} : { allowed_actions }),
        ...(selectsActions(value) ? { selected_actions_url: `${url}/selected-actions` } : {}),
        sha_pinning_required,
      };
    },
    changed: (before, input) => ({
      enabled_repositories: input.enabled_repositories,
      allowed_actions: input.allowed_actions ?? before.allowed_actions,
      sha_pinning_required: input.sha_pinning_required ?? before.sha_pinning_required,
    }),
  }),
  ...selection(ENABLED, { list: listActionsRepositories, set: setActionsRepositories }),
  ...selectedOneByOne(ENABLED, { add: addActionsRepository, remove: removeActionsRepository }),

  ...settings({
    setting: state.SELECTED_ACTIONS,
    get: getSelectedActions,
    set: setSelectedActions,
    shown: (value, call) => {
      checkSelecting(call);
      return value;
    },
    changed: (before, input, call) => {
      checkSelecting(call);
      for (const pattern of input.patterns_allowed ?? []) {
        if (!state.isActionPattern(pattern)) {
          throw invalid("patterns_allowed", `${JSON.stringify(pattern)} names no action as acme/deploy@v2 does`);
        }
      }
      return {
        svc_owned_allowed: input.svc_owned_allowed ?? before.svc_owned_allowed,
        verified_allowed: input.verified_allowed ?? before.verified_allowed,
        patterns_allowed: input.patterns_allowed ?? before.patterns_allowed,
      };
    },
  }),

  ...settings({
    setting: state.RETENTION,
    get: getActionsRetention,
    set: setActionsRetention,
    shown: ({ days }) => ({ days, maximum_allowed_days: state.LONGEST_RETENTION.private }),
    changed: (_before, { days }) => {
      const longest = state.LONGEST_RETENTION.private;
      if (days < 1 || days > longest) throw invalid("days", `artifacts and logs are kept for 1 to ${longest} days`);
      return { days };
    },
  }),

  ...settings({
    setting: state.FORK_APPROVAL,
    get: getForkApproval,
    set: setForkApproval,
    shown: (value) => value,
    changed: (_before, { approval_policy }) => ({ approval_policy }),
  }),

  ...settings({
    setting: state.PRIVATE_FORKS,
    get: getPrivateForkWorkflows,
    set: setPrivateForkWorkflows,
    shown: (value) => value,
    changed: (before, input) => ({
      run_workflows_from_fork_pull_requests: input.run_workflows_from_fork_pull_requests,
      send_write_tokens_to_workflows: input.send_write_tokens_to_workflows ?? before.send_write_tokens_to_workflows,
      send_secrets_and_variables: input.send_secrets_and_variables ?? before.send_secrets_and_variables,
      require_approval_for_fork_pr_workflows:
        input.require_approval_for_fork_pr_workflows ?? before.require_approval_for_fork_pr_workflows,
    }),
  }),

  ...settings({
    setting: state.REPOSITORY_RUNNERS,
    get: getRepositoryRunnerPermissions,
    set: setRepositoryRunnerPermissions,
    shown: ({ enabled_repositories }, call) => {
      const url = `${addressOf(call)}/self-hosted-runners/repositories`;
      return {
        enabled_repositories,
        ...(enabled_repositories === "selected" ? { selected_repositories_url: url } : {}),
      };
    },
    changed: (_before, { enabled_repositories }) => ({ enabled_repositories }),
  }),
  ...selection(WITH_RUNNERS, { list: listRepositoriesWithRunners, set: setRepositoriesWithRunners }),
  ...selectedOneByOne(WITH_RUNNERS, { add: addRepositoryWithRunners, remove: removeRepositoryWithRunners }),

  ...settings({
    setting: state.WORKFLOWS,
    get: getWorkflowPermissions,
    set: setWorkflowPermissions,
    shown: (value) => value,
    changed: (before, input) => ({
      default_workflow_permissions: input.default_workflow_permissions ?? before.default_workflow_permissions,
      can_approve_pull_request_reviews:
        input.can_approve_pull_request_reviews ?? before.can_approve_pull_request_reviews,
    }),
  }),
];

const addressOf = ({ world, organization }: OrganizationCall) =>
  `${world.apiUrl}/orgs/${organization.login}/actions/permissions`;

const selectsActions = ({ enabled_repositories, allowed_actions }: state.ActionsPermissions) =>
  enabled_repositories !== "none" && allowed_actions === "selected";

/** @throws Refusal 409 where no actions are selected */
function checkSelecting({ world, organization }: OrganizationCall): void {
  const { db } = world;
  if (selectsActions(readSetting(db, state.ACTIONS, organization.id))) return;
  throw conflict("The setting allowed_actions is not set to selected");
}
