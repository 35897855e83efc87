import type { Operation, Output } from "@forgehand/core/contract";
import type { listRunnerGroupRunners } from "@forgehand/core/operations";
import { type ApiCall, type Handler, renderPage } from "../../http/handler.ts";
import { HttpError, invalid, notFound } from "../../http-error.ts";
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
} from "../../state/runner-groups.ts";
import { findRunner, type Runner, runners, runnersIn, setRunnersOfGroup } from "../../state/runners.ts";

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

/** @throws HttpError 422 for the default group */
export function removeGroup(db: Database, group: RunnerGroup): undefined {
  if (group.is_default) throw new HttpError(422, "The default runner group can't be deleted.");
  deleteRunnerGroup(db, group);
}

/** Defines the handler of an operation on runner groups of one kind of owner. */
type DefineHandler<C> = <I, A>(operation: Operation<I, A>, respond: (input: I, call: C) => A) => Handler;

interface GroupInPath {
  readonly runner_group_id: number;
}
interface RunnerInPath extends GroupInPath {
  readonly runner_id: number;
}

/**
 * Handles the runners of groups.
 * @template P further path parameters
 */
export function groupRunners<C extends ApiCall, P>(
  defineHandler: DefineHandler<C>,
  find: {
    /** Returns a group that the owner can read. */
    readonly readable: (call: C, id: number) => RunnerGroup;
    /** Returns a group that the owner can change. */
    readonly own: (call: C, id: number) => RunnerGroup;
  },
  operations: {
    readonly list: Operation<P & GroupInPath, Output<typeof listRunnerGroupRunners>>;
    readonly set: Operation<P & GroupInPath & { readonly runners: number[] }, undefined>;
    readonly add: Operation<P & RunnerInPath, undefined>;
    readonly remove: Operation<P & RunnerInPath, undefined>;
  },
): Handler[] {
  const findMember = (
    call: C,
    { runner_group_id, runner_id }: RunnerInPath,
  ): { group: RunnerGroup; runner: Runner } => {
    const group = find.own(call, runner_group_id);
    const runner = findRunner(call.context.db, group, runner_id);
    if (!runner) throw notFound();
    return { group, runner };
  };
  return [
    defineHandler(operations.list, ({ runner_group_id }, call) => {
      const rowPage = runnersIn(call.context.db, find.readable(call, runner_group_id).id, call.page);
      return { total_count: rowPage.total, runners: renderPage(call, rowPage, renderRunner) };
    }),

    defineHandler(operations.set, ({ runner_group_id, runners }, call) => {
      const { db } = call.context;
      const group = find.own(call, runner_group_id);
      setRunnersOfGroup(db, group, checkRunners(db, group, runners));
      return undefined;
    }),

    defineHandler(operations.add, (input, call) => {
      const { group, runner } = findMember(call, input);
      runners.update(call.context.db, { id: runner.id }, { group_id: group.id });
      return undefined;
    }),

    defineHandler(operations.remove, (input, call) => {
      const { db } = call.context;
      const { group, runner } = findMember(call, input);
      if (runner.group_id === group.id)
        runners.update(db, { id: runner.id }, { group_id: defaultRunnerGroup(db, group).id });
      return undefined;
    }),
  ];
}
