import {
  addRunnerGroupRepository,
  createRunnerGroup,
  listRunnerGroupRepositories,
  listRunnerGroups,
  removeRunnerGroupRepository,
  setRunnerGroupRepositories,
} from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { forbidden, requireFound } from "../../http-error.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderRunnerGroup } from "../../objects/runner-group.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { findRepository } from "../../state/repositories.ts";
import * as state from "../../state/runner-groups.ts";
import { runners } from "../../state/runners.ts";
import { selectedRepositories, selectionOf, selectRepositories } from "../../state/selections.ts";
import {
  checkRunners,
  checkSelecting,
  groupHandlers,
  groupOperationsOn,
  mergeGroupSettings,
} from "../shared/runner-groups.ts";
import {
  checkRepositories,
  ORGANIZATION_SELECTION,
  type SelectionSource,
  selectionChanges,
} from "../shared/selected-repositories.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

/** The repositories that can use a group. */
const groupRepositories: SelectionSource<OrganizationCall, { readonly org: string; readonly runner_group_id: number }> =
  {
    ...ORGANIZATION_SELECTION,
    requireSelection: ({ context: { db }, organization }, { runner_group_id }) =>
      selectionOf("runner_group", checkSelecting(requireOwnGroup(db, organization, runner_group_id)).id),
  };

export const runnerGroups = withSettledRuns([
  organizationHandler(listRunnerGroups, ({ visible_to_repository: name }, call) => {
    const { context, organization, caller, page } = call;
    const repository = name === undefined ? undefined : findRepository(context.db, organization.login, name);
    const isKnown = name === undefined || (repository !== undefined && canSeeRepository(context, caller, repository));
    // No group is visible to a repository that doesn't exist.
    const rowPage = isKnown ? state.runnerGroupsOf(context.db, organization, repository, page) : { rows: [], total: 0 };
    const groups = renderPage(call, rowPage, (group) => renderRunnerGroup(context, organization, group));
    return { total_count: rowPage.total, runner_groups: groups };
  }),

  organizationHandler(createRunnerGroup, (input, call) => {
    const { context, organization } = call;
    const { db } = context;
    const owner = state.organizationOwner(organization);
    const settings = mergeGroupSettings(db, owner, undefined, input);
    const selected = checkRepositories(ORGANIZATION_SELECTION, call, input.selected_repository_ids);
    const runnerIds = checkRunners(db, owner, input.runners ?? []);
    const group = db.transaction(() => {
      const created = state.createRunnerGroup(db, owner, settings);
      selectRepositories(db, selectionOf("runner_group", created.id), selected);
      for (const id of runnerIds) runners.update(db, { id }, { group_id: created.id });
      return created;
    });
    return renderRunnerGroup(context, organization, group);
  }),

  // For a group without a selection, the list is empty.
  organizationHandler(listRunnerGroupRepositories, ({ runner_group_id }, call) => {
    const { context, organization, caller, page } = call;
    const { id } = requireGroup(context.db, organization, runner_group_id);
    const rowPage = selectedRepositories(
      context.db,
      selectionOf("runner_group", id),
      visibleRepositories(caller),
      page,
    );
    const selected = renderPage(call, rowPage, (repository) => renderSimpleRepository(context, repository));
    return { total_count: rowPage.total, repositories: selected };
  }),

  ...selectionChanges(groupRepositories, {
    set: setRunnerGroupRepositories,
    add: addRunnerGroupRepository,
    remove: removeRunnerGroupRepository,
  }),

  ...groupHandlers(organizationHandler, groupOperationsOn(""), {
    readable: ({ context, organization }, id) => requireGroup(context.db, organization, id),
    own: ({ context, organization }, id) => requireOwnGroup(context.db, organization, id),
    render: ({ context, organization }, group) => renderRunnerGroup(context, organization, group),
  }),
]);

/** @throws HttpError 404 if the organization neither owns nor inherits the group */
function requireGroup(db: Database, organization: Account, id: number): state.RunnerGroup {
  return requireFound(state.findAvailableRunnerGroup(db, organization, id));
}

/** @throws HttpError 404 if the group doesn't exist, 403 if it is inherited */
function requireOwnGroup(db: Database, organization: Account, id: number): state.RunnerGroup {
  const group = requireGroup(db, organization, id);
  if (group.enterprise_id !== null)
    throw forbidden("The runner group is inherited from the enterprise and must be changed there.");
  return group;
}
