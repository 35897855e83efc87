import { invalid } from "../../http-error.ts";
import type { Database } from "../../state/database.ts";
import {
  findRunnerGroupByName,
  type RunnerGroup,
  type RunnerGroupSettings,
  type RunnerOwner,
} from "../../state/runner-groups.ts";
import { findRunner } from "../../state/runners.ts";

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
  const other = findRunnerGroupByName(db, owner, name);
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
