import type { AnyOperation } from "@forgehand/core/contract";
import type { RotationEntry } from "./rotation-entry.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";

/** Returns the operations that an entry can call. Other kinds of secrets are searched only if that is allowed. */
export function rotationOperations({ location, prune }: RotationEntry): readonly AnyOperation[] {
  const { remove, ...operations } = operationsOf(location);
  return [...Object.values(operations), ...(prune.length === 0 ? [] : [remove])];
}

function operationsOf(location: RotationEntry["location"]) {
  switch (location.level) {
    case "organization":
      return ORGANIZATION_OPERATIONS[location.kind];
    case "environment":
      return ENVIRONMENT_OPERATIONS;
    case "repository":
      return REPOSITORY_OPERATIONS[location.kind];
  }
}
