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
import type { OrganizationCall } from "../../http/handler.ts";
import { conflict, invalid } from "../../http-error.ts";
import { renderRepository } from "../../objects/repository.ts";
import * as state from "../../state/actions-permissions.ts";
import { readSetting } from "../../state/settings.ts";
import { selectedBySetting, selectionChanges, selectionList } from "../shared/selected-repositories.ts";
import { settingHandlers } from "../shared/settings.ts";

const ENABLED_REPOSITORIES = selectedBySetting(state.ACTIONS_PERMISSIONS, "enabled_repositories");
const REPOSITORIES_WITH_RUNNERS = selectedBySetting(state.REPOSITORY_RUNNERS, "enabled_repositories");

export const actionsPermissions = [
  ...settingHandlers({
    setting: state.ACTIONS_PERMISSIONS,
    get: getActionsPermissions,
    set: setActionsPermissions,
    render: (value, call) => {
      const url = permissionsUrl(call);
      const { enabled_repositories, allowed_actions, sha_pinning_required } = value;
      return {
        enabled_repositories,
        ...(enabled_repositories === "selected" ? { selected_repositories_url: `${url}/repositories` } : {}),
        ...(enabled_repositories === "none" ? {} : { allowed_actions }),
        ...(usesSelectedActions(value) ? { selected_actions_url: `${url}/selected-actions` } : {}),
        sha_pinning_required,
      };
    },
  }),
  selectionList(ENABLED_REPOSITORIES, listActionsRepositories, renderRepository),
  ...selectionChanges(ENABLED_REPOSITORIES, {
    set: setActionsRepositories,
    add: addActionsRepository,
    remove: removeActionsRepository,
  }),

  ...settingHandlers({
    setting: state.SELECTED_ACTIONS,
    get: getSelectedActions,
    set: setSelectedActions,
    render: (value, call) => {
      requireSelectedActions(call);
      return value;
    },
    check: ({ patterns_allowed = [] }, call) => {
      requireSelectedActions(call);
      for (const pattern of patterns_allowed) {
        if (!state.isActionPattern(pattern)) {
          throw invalid(
            "patterns_allowed",
            `patterns_allowed must contain patterns such as acme/deploy@v2, got ${JSON.stringify(pattern)}`,
          );
        }
      }
    },
  }),

  ...settingHandlers({
    setting: state.ARTIFACT_RETENTION,
    get: getActionsRetention,
    set: setActionsRetention,
    render: ({ days }) => ({ days, maximum_allowed_days: state.MAX_ARTIFACT_RETENTION_DAYS.private }),
    check: ({ days }) => {
      const longest = state.MAX_ARTIFACT_RETENTION_DAYS.private;
      if (days < 1 || days > longest) throw invalid("days", `days must be between 1 and ${longest}, got ${days}`);
    },
  }),

  ...settingHandlers({
    setting: state.FORK_APPROVAL,
    get: getForkApproval,
    set: setForkApproval,
    render: (value) => value,
  }),

  ...settingHandlers({
    setting: state.PRIVATE_FORK_POLICY,
    get: getPrivateForkWorkflows,
    set: setPrivateForkWorkflows,
    render: (value) => value,
  }),

  ...settingHandlers({
    setting: state.REPOSITORY_RUNNERS,
    get: getRepositoryRunnerPermissions,
    set: setRepositoryRunnerPermissions,
    render: ({ enabled_repositories }, call) => {
      const url = `${permissionsUrl(call)}/self-hosted-runners/repositories`;
      return {
        enabled_repositories,
        ...(enabled_repositories === "selected" ? { selected_repositories_url: url } : {}),
      };
    },
  }),
  selectionList(REPOSITORIES_WITH_RUNNERS, listRepositoriesWithRunners, renderRepository),
  ...selectionChanges(REPOSITORIES_WITH_RUNNERS, {
    set: setRepositoriesWithRunners,
    add: addRepositoryWithRunners,
    remove: removeRepositoryWithRunners,
  }),

  ...settingHandlers({
    setting: state.WORKFLOW_PERMISSIONS,
    get: getWorkflowPermissions,
    set: setWorkflowPermissions,
    render: (value) => value,
  }),
];

const permissionsUrl = ({ context, organization }: OrganizationCall) =>
  `${context.apiUrl}/orgs/${organization.login}/actions/permissions`;

const usesSelectedActions = ({ enabled_repositories, allowed_actions }: state.ActionsPermissions) =>
  enabled_repositories !== "none" && allowed_actions === "selected";

/** @throws HttpError 409 if `allowed_actions` is not `selected` */
function requireSelectedActions({ context, organization }: OrganizationCall): void {
  const { db } = context;
  if (usesSelectedActions(readSetting(db, state.ACTIONS_PERMISSIONS, organization.id))) return;
  throw conflict("The setting allowed_actions is not set to selected");
}
