import { invalid } from "../../http/refusal.ts";
import type { Database } from "../../state/database.ts";
import {
  findRunnerGroupByName,
  type RunnerGroup,
  type RunnerGroupSettings,
  type RunnerOwner,
} from "../../state/runner-groups.ts";
import { findRunner } from "../../state/runners.ts";

// What runner groups of organizations and of enterprises do alike (document 2).

/** What a call says of a group. */
interface GroupInput {
  readonly name?: string | undefined;
  readonly visibility?: RunnerGroup["visibility"] | undefined;
  readonly allows_public_repositories?: boolean | undefined;
  readonly restricted_to_workflows?: boolean | undefined;
  readonly selected_workflows?: readonly string[] | undefined;
  readonly network_configuration_id?: string | null | undefined;
}

/** A group that nothing was said of. */
const PLAIN_GROUP: RunnerGroupSettings = {
  ...{ name: "", visibility: "all", allows_public_repositories: false, restricted_to_workflows: false },
  ...{ selected_workflows: [], network_configuration_id: null },
};

/**
 * A group's settings after a call.
 * @param before the group as it was; none for a new one
 * @throws Refusal 422 on a name that is taken, or that it can't have
 */
export function changedSettings(
  db: Database,
  owner: RunnerOwner,
  before: RunnerGroup | undefined,
  input: GroupInput,
): RunnerGroupSettings {
  const kept = before ?? PLAIN_GROUP;
  const name = input.name ?? kept.name;
  if (name.trim() === "") throw invalid("name", "name can't be blank");
  if (before?.is_default && name !== before.name) throw invalid("name", "the default group keeps its name");
  const other = findRunnerGroupByName(db, owner, name);
  if (other && other.id !== before?.id)
    throw invalid("name", `there is a runner group ${other.name}`, "already_exists");
  const isRestricted = input.restricted_to_workflows ?? kept.restricted_to_workflows;
  return {
    name,
    visibility: input.visibility ?? kept.visibility,
    allows_public_repositories: input.allows_public_repositories ?? kept.allows_public_repositories,
    restricted_to_workflows: isRestricted,
    // Workflows mean nothing to a group that runs all of them: they are ignored.
    selected_workflows: isRestricted ? [...(input.selected_workflows ?? kept.selected_workflows)] : [],
    network_configuration_id:
      input.network_configuration_id === undefined ? kept.network_configuration_id : input.network_configuration_id,
  };
}

/** The runners that a call names, each once. @throws Refusal 422 on one that the owner doesn't have */
export function ownRunners(db: Database, owner: RunnerOwner, ids: readonly number[]): Set<number> {
  for (const id of ids) if (!findRunner(db, owner, id)) throw invalid("runners", `there is no runner ${id} here`);
  return new Set(ids);
}
