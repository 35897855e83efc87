import { wildcardMatcher } from "@forgehand/core/internal";
import type { UsedOperations } from "./connection.ts";
import type { EntryTargets } from "./run/task.ts";

/** The targets of an entry, and the operations that it uses for them. */
export interface EntryNeeds {
  readonly targets: EntryTargets;
  readonly operations: UsedOperations;
}

/**
 * Returns the operations that a run uses for an owner. For an owner that no entry names, such as that of the repository
 * with a checkpoint, all are optional.
 */
export function operationsFor(owner: string, needs: readonly EntryNeeds[]): UsedOperations {
  const own = needs.filter(({ targets }) => hasOwner(targets, owner));
  if (own.length > 0) {
    return {
      required: own.flatMap(({ operations }) => operations.required),
      optional: own.flatMap(({ operations }) => operations.optional),
    };
  }
  return {
    required: [],
    optional: needs.flatMap(({ operations: { required, optional } }) => [...required, ...optional]),
  };
}

function hasOwner({ organizations, selection }: EntryTargets, owner: string): boolean {
  const included = selection?.patterns.filter(({ excludes }) => !excludes) ?? [];
  const owners = [...organizations.filter((login) => !login.startsWith("!")), ...included.map((entry) => entry.owner)];
  return owners.some((candidate) => wildcardMatcher(candidate.toLowerCase())(owner.toLowerCase()));
}
