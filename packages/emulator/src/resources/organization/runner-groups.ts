import {
  addRunnerGroupRepository,
  addRunnerGroupRunner,
  createRunnerGroup,
  deleteRunnerGroup,
  getRunnerGroup,
  listRunnerGroupRepositories,
  listRunnerGroupRunners,
  listRunnerGroups,
  removeRunnerGroupRepository,
  removeRunnerGroupRunner,
  setRunnerGroupRepositories,
  setRunnerGroupRunners,
  updateRunnerGroup,
} from "@forgehand/core/operations";
import { isVisible } from "../../callers/reach.ts";
import { visibleTo } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { forbidden, notFound, Refusal } from "../../http/refusal.ts";
import { renderRepository } from "../../objects/repository.ts";
import { renderRunner } from "../../objects/runner.ts";
import { renderRunnerGroup } from "../../objects/runner-group.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { findRepository } from "../../state/repositories.ts";
import * as state from "../../state/runner-groups.ts";
import { findRunner, moveRunner, runnersIn, setRunnersOfGroup } from "../../state/runners.ts";
import { selectedRepositories, selectionOf, selectRepositories } from "../../state/selections.ts";
import { changedSettings, ownRunners } from "../families/runner-groups.ts";
import { ownRepositories, type Selected, selectedOneByOne } from "../families/selected-repositories.ts";
import { settled } from "../families/settled.ts";

/** The repositories that may use a group. */
const repositories: Selected<{ readonly org: string; readonly runner_group_id: number }> = {
  what: "visibility of the runner group",
  find: (db, organization, { runner_group_id }) => {
    const { id } = selectingGroup(db, organization, runner_group_id);
    return { selection: selectionOf("runner_group", id), isSelected: true };
  },
};

export const runnerGroups = settled([
  onOrganization(listRunnerGroups, ({ visible_to_repository: name }, call) => {
    const { world, organization, caller, window } = call;
    const repository = name === undefined ? undefined : findRepository(world.db, organization.login, name);
    const isKnown = name === undefined || (repository !== undefined && isVisible(world, caller, repository));
    // Nothing is usable by what isn't there.
    const part = isKnown ? state.runnerGroupsOf(world.db, organization, repository, window) : { rows: [], total: 0 };
    const groups = listed(call, part, (group) => renderRunnerGroup(world, organization, group));
    return { total_count: part.total, runner_groups: groups };
  }),

  onOrganization(createRunnerGroup, (input, { world, organization }) => {
    const { db } = world;
    const owner = state.organizationOwner(organization);
    const settings = changedSettings(db, owner, undefined, input);
    const selected = ownRepositories(db, organization, input.selected_repository_ids ?? []);
    const runners = ownRunners(db, owner, input.runners ?? []);
    const group = db.transaction(() => {
      const created = state.createRunnerGroup(db, owner, settings);
      selectRepositories(db, selectionOf("runner_group", created.id), selected);
      for (const id of runners) moveRunner(db, id, created.id);
      return created;
    });
    return renderRunnerGroup(world, organization, group);
  }),

  onOrganization(getRunnerGroup, ({ runner_group_id }, { world, organization }) =>
    renderRunnerGroup(world, organization, findGroup(world.db, organization, runner_group_id)),
  ),

  onOrganization(updateRunnerGroup, (input, { world, organization }) => {
    const before = changeableGroup(world.db, organization, input.runner_group_id);
    const settings = changedSettings(world.db, before, before, input);
    return renderRunnerGroup(world, organization, state.updateRunnerGroup(world.db, before, settings));
  }),

  onOrganization(deleteRunnerGroup, ({ runner_group_id }, { world, organization }) => {
    const group = changeableGroup(world.db, organization, runner_group_id);
    if (group.is_default) throw new Refusal(422, "The default runner group can't be deleted.");
    state.deleteRunnerGroup(world.db, group);
    return undefined;
  }),

  // A group that selects none has none to list.
  onOrganization(listRunnerGroupRepositories, ({ runner_group_id }, call) => {
    const { world, organization, caller, window } = call;
    const { id } = findGroup(world.db, organization, runner_group_id);
    const part = selectedRepositories(world.db, selectionOf("runner_group", id), visibleTo(caller), window);
    const selected = listed(call, part, (repository) => renderRepository(world, repository, caller));
    return { total_count: part.total, repositories: selected };
  }),

  onOrganization(setRunnerGroupRepositories, (input, { world: { db }, organization }) => {
    const { id } = selectingGroup(db, organization, input.runner_group_id);
    const repositories = ownRepositories(db, organization, input.selected_repository_ids);
    selectRepositories(db, selectionOf("runner_group", id), repositories);
    return undefined;
  }),

  ...selectedOneByOne(repositories, { add: addRunnerGroupRepository, remove: removeRunnerGroupRepository }),

  onOrganization(listRunnerGroupRunners, ({ runner_group_id }, call) => {
    const { world, organization, window } = call;
    const part = runnersIn(world.db, findGroup(world.db, organization, runner_group_id).id, window);
    return { total_count: part.total, runners: listed(call, part, renderRunner) };
  }),

  onOrganization(setRunnerGroupRunners, (input, { world: { db }, organization }) => {
    const group = changeableGroup(db, organization, input.runner_group_id);
    setRunnersOfGroup(db, group, ownRunners(db, group, input.runners));
    return undefined;
  }),

  onOrganization(addRunnerGroupRunner, ({ runner_group_id, runner_id }, { world: { db }, organization }) => {
    const group = changeableGroup(db, organization, runner_group_id);
    const runner = findRunner(db, group, runner_id);
    if (!runner) throw notFound();
    moveRunner(db, runner.id, group.id);
    return undefined;
  }),

  onOrganization(removeRunnerGroupRunner, ({ runner_group_id, runner_id }, { world: { db }, organization }) => {
    const group = changeableGroup(db, organization, runner_group_id);
    const runner = findRunner(db, group, runner_id);
    if (!runner) throw notFound();
    if (runner.group_id === group.id) moveRunner(db, runner.id, state.defaultRunnerGroup(db, group).id);
    return undefined;
  }),
]);

/** @throws Refusal 404 where the organization neither has nor inherits such a group */
function findGroup(db: Database, organization: Account, id: number): state.RunnerGroup {
  const group = state.findRunnerGroupOf(db, organization, id);
  if (!group) throw notFound();
  return group;
}

/** @throws Refusal 404 where there is no such group, 403 where it is inherited */
function changeableGroup(db: Database, organization: Account, id: number): state.RunnerGroup {
  const group = findGroup(db, organization, id);
  if (group.enterprise_id !== null)
    throw forbidden("The runner group is inherited from the enterprise, and changed there.");
  return group;
}

/** @throws Refusal as {@link changeableGroup}, and 422 where its visibility is another than `selected` */
function selectingGroup(db: Database, organization: Account, id: number): state.RunnerGroup {
  const group = changeableGroup(db, organization, id);
  if (group.visibility !== "selected") {
    throw new Refusal(422, "The visibility of the runner group is not set to selected");
  }
  return group;
}
