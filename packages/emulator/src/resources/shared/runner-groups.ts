import type { Operation, Output } from "@forgehand/core/contract";
import type { listRunnerGroupRunners } from "@forgehand/core/operations";
import { type ApiCall, type DefineHandler, type Handler, renderPage } from "../../http/handler.ts";
import { HttpError, invalid, requireFound } from "../../http-error.ts";
import { renderRunner } from "../../objects/runner.ts";
import type { Database } from "../../state/database.ts";
import {
  defaultRunnerGroup,
  deleteRunnerGroup,
  ownerOf,
  type RunnerGroup,
  type RunnerGroupSettings,
  type RunnerOwner,
  runnerGroups,
  updateRunnerGroup,
} from "../../state/runner-groups.ts";
import { findRunner, runners, runnersIn, setRunnersOfGroup } from "../../state/runners.ts";
import { OPERATIONS } from "./operations-by-name.ts";

// Shared by the runner groups of organizations and enterprises.

/** Fields of a group in a request. */
interface GroupInput {
  readonly name?: string | undefined;
  readonly visibility?: RunnerGroup["visibility"] | undefined;
  readonly allows_public_repositories?: boolean | undefined;
  readonly restricted_to_workflows?: boolean | undefined;
  readonly selected_workflows?: readonly string[] | undefined;
  readonly network_configuration_id?: string | null | undefined;
}

/** Defaults of a new group. */
const DEFAULT_GROUP: RunnerGroupSettings = {
  name: "",
  visibility: "all",
  allows_public_repositories: false,
  restricted_to_workflows: false,
  selected_workflows: [],
  network_configuration_id: null,
};

/**
 * Merges a group's settings with those of a request.
 * @param before the current group; undefined for a new one
 * @throws HttpError 422 on an invalid name or one that is already in use
 */
export function mergeGroupSettings(
  db: Database,
  owner: RunnerOwner,
  before: RunnerGroup | undefined,
  input: GroupInput,
): RunnerGroupSettings {
  const current = before ?? DEFAULT_GROUP;
  const name = input.name ?? current.name;
  if (name.trim() === "") throw invalid("name", "name can't be blank");
  if (before?.is_default && name !== before.name) throw invalid("name", "name must not change for the default group");
  const other = runnerGroups.find(db, { ...ownerOf(owner), name });
  if (other && other.id !== before?.id)
    throw invalid("name", `name must be unique, got ${other.name}`, "already_exists");
  const isRestricted = input.restricted_to_workflows ?? current.restricted_to_workflows;
  return {
    name,
    visibility: input.visibility ?? current.visibility,
    allows_public_repositories: input.allows_public_repositories ?? current.allows_public_repositories,
    restricted_to_workflows: isRestricted,
    // Ignored unless the group is restricted to workflows.
    selected_workflows: isRestricted ? [...(input.selected_workflows ?? current.selected_workflows)] : [],
    network_configuration_id:
      input.network_configuration_id === undefined ? current.network_configuration_id : input.network_configuration_id,
  };
}

/**
 * Returns the ids without duplicates.
 * @throws HttpError 422 on a runner that the owner doesn't have
 */
export function checkRunners(db: Database, owner: RunnerOwner, ids: readonly number[]): Set<number> {
  for (const id of ids)
    if (!findRunner(db, owner, id)) throw invalid("runners", `runners must be existing runners, got ${id}`);
  return new Set(ids);
}

/** Checks that a group has a selection that can change: of repositories, or for an enterprise of organizations. */
export function checkSelecting(group: RunnerGroup): RunnerGroup {
  if (group.visibility === "selected") return group;
  throw new HttpError(422, "The visibility of the runner group is not set to selected");
}

/** Input of an operation on a group, without its further path parameters. */
interface GroupInPath {
  readonly runner_group_id: number;
}
interface RunnerInPath extends GroupInPath {
  readonly runner_id: number;
}

/** Returns the operations that the runner groups of organizations and enterprises have in common. */
export const groupOperationsOn = <O extends "" | "Enterprise">(owner: O) => ({
  get: OPERATIONS[`get${owner}RunnerGroup` as const],
  update: OPERATIONS[`update${owner}RunnerGroup` as const],
  remove: OPERATIONS[`delete${owner}RunnerGroup` as const],
  listRunners: OPERATIONS[`list${owner}RunnerGroupRunners` as const],
  setRunners: OPERATIONS[`set${owner}RunnerGroupRunners` as const],
  addRunner: OPERATIONS[`add${owner}RunnerGroupRunner` as const],
  removeRunner: OPERATIONS[`remove${owner}RunnerGroupRunner` as const],
});

/** @template P path parameters of the owner, I input of `update`, G rendered group */
interface GroupOperations<P, I, G> {
  readonly get: Operation<P & GroupInPath, G>;
  readonly update: Operation<I, G>;
  readonly remove: Operation<P & GroupInPath, undefined>;
  readonly listRunners: Operation<P & GroupInPath, Output<typeof listRunnerGroupRunners>>;
  readonly setRunners: Operation<P & GroupInPath & { readonly runners: number[] }, undefined>;
  readonly addRunner: Operation<P & RunnerInPath, undefined>;
  readonly removeRunner: Operation<P & RunnerInPath, undefined>;
}

/** The runner groups of one kind of owner. */
interface OwnedGroups<C, G> {
  /** Returns a group that the owner can read. */
  readonly readable: (call: C, id: number) => RunnerGroup;
  /** Returns a group that the owner can change. */
  readonly own: (call: C, id: number) => RunnerGroup;
  readonly render: (call: C, group: RunnerGroup) => G;
}

/** Handles what organizations and enterprises do alike with their runner groups. */
export function groupHandlers<C extends ApiCall, P, I extends GroupInPath & GroupInput, G>(
  define: DefineHandler<C>,
  operations: GroupOperations<P, I, G>,
  { readable, own, render }: OwnedGroups<C, G>,
): Handler[] {
  const findMember = (call: C, { runner_group_id, runner_id }: RunnerInPath) => {
    const group = own(call, runner_group_id);
    return { group, runner: requireFound(findRunner(call.context.db, group, runner_id)) };
  };
  return [
    define(operations.get, ({ runner_group_id }, call) => render(call, readable(call, runner_group_id))),

    define(operations.update, (input, call) => {
      const { db } = call.context;
      const before = own(call, input.runner_group_id);
      return render(call, updateRunnerGroup(db, before, mergeGroupSettings(db, before, before, input)));
    }),

    define(operations.remove, ({ runner_group_id }, call) => {
      const group = own(call, runner_group_id);
      if (group.is_default) throw new HttpError(422, "The default runner group can't be deleted.");
      deleteRunnerGroup(call.context.db, group);
    }),

    define(operations.listRunners, ({ runner_group_id }, call) => {
      const rowPage = runnersIn(call.context.db, readable(call, runner_group_id).id, call.page);
      return { total_count: rowPage.total, runners: renderPage(call, rowPage, renderRunner) };
    }),

    define(operations.setRunners, (input, call) => {
      const { db } = call.context;
      const group = own(call, input.runner_group_id);
      setRunnersOfGroup(db, group, checkRunners(db, group, input.runners));
    }),

    define(operations.addRunner, (input, call) => {
      const { group, runner } = findMember(call, input);
      runners.update(call.context.db, { id: runner.id }, { group_id: group.id });
    }),

    define(operations.removeRunner, (input, call) => {
      const { db } = call.context;
      const { group, runner } = findMember(call, input);
      if (runner.group_id === group.id)
        runners.update(db, { id: runner.id }, { group_id: defaultRunnerGroup(db, group).id });
    }),
  ];
}
