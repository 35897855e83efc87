import type { PlannedCalls } from "@forgehand/core";
import type { Rotation } from "./plan.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";
import { type SecretScope, scopeKey } from "./secret-store/secret-scope.ts";

/** Returns the calls needed to write changes and verify them, for an estimate. */
export function plannedCalls(changes: readonly Rotation[]): readonly PlannedCalls[] {
  return [...Map.groupBy(changes, ({ scope }) => scopeKey(scope)).values()].flatMap((scopeChanges) => {
    const [first] = scopeChanges;
    return first ? callsOfScope(first.scope, scopeChanges) : [];
  });
}

function callsOfScope(scope: SecretScope, changes: readonly Rotation[]): readonly PlannedCalls[] {
  const count = changes.length;
  if (scope.level !== "organization") {
    const { publicKey, put, list } =
      scope.level === "environment" ? ENVIRONMENT_OPERATIONS : REPOSITORY_OPERATIONS[scope.kind];
    return [{ operation: publicKey }, { operation: put, count }, { operation: list }];
  }
  const { publicKey, put, list, get, listRepositories } = ORGANIZATION_OPERATIONS[scope.kind];
  const selected = changes.filter((change) => change.access?.visibility === "selected").length;
  return [
    { operation: publicKey },
    { operation: put, count },
    { operation: count === 1 ? get : list },
    { operation: listRepositories, count: selected },
  ];
}
