import {
  createEnterpriseRunnerGroup,
  getEnterpriseRunnerGroup,
  listEnterpriseRunnerGroups,
  updateEnterpriseRunnerGroup,
} from "@forgehand/core/operations";
import { listed, onEnterprise } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderEnterpriseRunnerGroup } from "../../objects/runner-group.ts";
import { findAccount } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { type Enterprise, isOrganizationOf } from "../../state/enterprises.ts";
import * as state from "../../state/runner-groups.ts";
import { moveRunner } from "../../state/runners.ts";
import { changedSettings, ownRunners } from "../families/runner-groups.ts";
import { settled } from "../families/settled.ts";

export const runnerGroups = settled([
  onEnterprise(listEnterpriseRunnerGroups, ({ visible_to_organization: login }, call) => {
    const { world, enterprise, window } = call;
    const organization = login === undefined ? undefined : findAccount(world.db, login);
    // Nothing is usable by what isn't there.
    const part =
      login === undefined || organization
        ? state.runnerGroupsOfEnterprise(world.db, enterprise.id, organization, window)
        : { rows: [], total: 0 };
    const groups = listed(call, part, (group) => renderEnterpriseRunnerGroup(world, enterprise, group));
    return { total_count: part.total, runner_groups: groups };
  }),

  onEnterprise(createEnterpriseRunnerGroup, (input, { world, enterprise }) => {
    const { db } = world;
    const owner = state.enterpriseOwner(enterprise);
    const { selected_organization_ids: ids } = input;
    const organizations = ownOrganizations(db, enterprise, ids ?? []);
    // Whoever names organizations means these alone.
    const visibility = input.visibility ?? (ids === undefined ? "all" : "selected");
    const settings = changedSettings(db, owner, undefined, { ...input, visibility });
    const runners = ownRunners(db, owner, input.runners ?? []);
    const group = db.transaction(() => {
      const created = state.createRunnerGroup(db, owner, settings);
      state.selectOrganizations(db, created.id, organizations);
      for (const id of runners) moveRunner(db, id, created.id);
      return created;
    });
    return renderEnterpriseRunnerGroup(world, enterprise, group);
  }),

  onEnterprise(getEnterpriseRunnerGroup, ({ runner_group_id }, { world, enterprise }) =>
    renderEnterpriseRunnerGroup(world, enterprise, findGroup(world.db, enterprise, runner_group_id)),
  ),

  onEnterprise(updateEnterpriseRunnerGroup, (input, { world, enterprise }) => {
    const before = findGroup(world.db, enterprise, input.runner_group_id);
    const settings = changedSettings(world.db, before, before, input);
    return renderEnterpriseRunnerGroup(world, enterprise, state.updateRunnerGroup(world.db, before, settings));
  }),
]);

/** @throws Refusal 404 where the enterprise has no such group */
function findGroup(db: Database, enterprise: Enterprise, id: number): state.RunnerGroup {
  const group = state.findRunnerGroup(db, state.enterpriseOwner(enterprise), id);
  if (!group) throw notFound();
  return group;
}

/** @throws Refusal 422 on an organization that isn't the enterprise's */
function ownOrganizations(db: Database, enterprise: Enterprise, ids: readonly number[]): readonly number[] {
  for (const id of ids) {
    if (!isOrganizationOf(db, enterprise.id, id)) {
      throw invalid("selected_organization_ids", `the enterprise has no organization ${id}`);
    }
  }
  return ids;
}
