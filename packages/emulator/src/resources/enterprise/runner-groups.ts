import {
  addEnterpriseRunnerGroupOrganization,
  createEnterpriseRunnerGroup,
  listEnterpriseRunnerGroupOrganizations,
  listEnterpriseRunnerGroups,
  removeEnterpriseRunnerGroupOrganization,
  setEnterpriseRunnerGroupOrganizations,
} from "@forgehand/core/operations";
import { type EnterpriseCall, enterpriseHandler, renderPage } from "../../http/handler.ts";
import { invalid, notFound, requireFound } from "../../http-error.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderEnterpriseRunnerGroup } from "../../objects/runner-group.ts";
import { accounts } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import * as state from "../../state/runner-groups.ts";
import { runners } from "../../state/runners.ts";
import {
  checkRunners,
  checkSelecting,
  groupHandlers,
  groupOperationsOn,
  mergeGroupSettings,
} from "../shared/runner-groups.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

export const runnerGroups = withSettledRuns([
  enterpriseHandler(listEnterpriseRunnerGroups, ({ visible_to_organization: login }, call) => {
    const { context, enterprise, page } = call;
    const organization = login === undefined ? undefined : accounts.find(context.db, { login });
    // An unknown organization has no groups.
    const rowPage =
      login === undefined || organization
        ? state.runnerGroupsOfEnterprise(context.db, enterprise.id, organization, page)
        : { rows: [], total: 0 };
    const groups = renderPage(call, rowPage, (group) => renderEnterpriseRunnerGroup(context, enterprise, group));
    return { total_count: rowPage.total, runner_groups: groups };
  }),

  enterpriseHandler(createEnterpriseRunnerGroup, (input, { context, enterprise }) => {
    const { db } = context;
    const owner = state.enterpriseOwner(enterprise);
    const { selected_organization_ids: ids } = input;
    const organizations = checkOrganizations(db, enterprise, ids ?? []);
    // The default is `selected` if organizations are listed.
    const visibility = input.visibility ?? (ids === undefined ? "all" : "selected");
    const settings = mergeGroupSettings(db, owner, undefined, { ...input, visibility });
    const runnerIds = checkRunners(db, owner, input.runners ?? []);
    const group = db.transaction(() => {
      const created = state.createRunnerGroup(db, owner, settings);
      state.selectOrganizations(db, created.id, organizations);
      for (const id of runnerIds) runners.update(db, { id }, { group_id: created.id });
      return created;
    });
    return renderEnterpriseRunnerGroup(context, enterprise, group);
  }),

  // For a group without a selection, the list is empty.
  enterpriseHandler(listEnterpriseRunnerGroupOrganizations, ({ runner_group_id }, call) => {
    const { context, page } = call;
    const group = findGroup(call, runner_group_id);
    const rowPage = state.selectedOrganizations(context.db, group.id, page);
    const organizations = renderPage(call, rowPage, (organization) => renderOrganization(context, organization));
    return { total_count: rowPage.total, organizations };
  }),

  enterpriseHandler(setEnterpriseRunnerGroupOrganizations, (input, call) => {
    const {
      context: { db },
      enterprise,
    } = call;
    const group = checkSelecting(findGroup(call, input.runner_group_id));
    state.selectOrganizations(db, group.id, checkOrganizations(db, enterprise, input.selected_organization_ids));
  }),

  ...organizationHandlers(),

  ...groupHandlers(enterpriseHandler, groupOperationsOn("Enterprise"), {
    readable: findGroup,
    own: findGroup,
    render: ({ context, enterprise }, group) => renderEnterpriseRunnerGroup(context, enterprise, group),
  }),
]);

/** Handles adding and removing single organizations, which must belong to the enterprise. */
function organizationHandlers() {
  const createHandler = (
    operation: typeof addEnterpriseRunnerGroupOrganization,
    change: typeof state.selectOrganization,
  ) =>
    enterpriseHandler(operation, ({ runner_group_id, org_id }, call) => {
      const {
        context: { db },
        enterprise,
      } = call;
      const group = checkSelecting(findGroup(call, runner_group_id));
      if (!accounts.has(db, { id: org_id, enterprise_id: enterprise.id })) throw notFound();
      change(db, group.id, org_id);
    });
  return [
    createHandler(addEnterpriseRunnerGroupOrganization, state.selectOrganization),
    createHandler(removeEnterpriseRunnerGroupOrganization, state.deselectOrganization),
  ];
}

/** @throws HttpError 404 if the enterprise has no such group */
function findGroup({ context, enterprise }: EnterpriseCall, id: number): state.RunnerGroup {
  return requireFound(state.runnerGroups.find(context.db, { ...state.enterpriseOwner(enterprise), id }));
}

/** @throws HttpError 422 on an organization that does not belong to the enterprise */
function checkOrganizations(db: Database, enterprise: Enterprise, ids: readonly number[]): readonly number[] {
  for (const id of ids) {
    if (!accounts.has(db, { id, enterprise_id: enterprise.id })) {
      throw invalid(
        "selected_organization_ids",
        `selected_organization_ids must be organizations of the enterprise, got ${id}`,
      );
    }
  }
  return ids;
}
