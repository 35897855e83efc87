import type { PlannedCalls } from "@forgehand/core";
import { scopeKey } from "../../stores/store-scope.ts";
import type { VariableScope } from "./config-variables.ts";
import { ORGANIZATION_VARIABLES, operationsOf } from "./operations.ts";
import type { VariableChange } from "./plan.ts";

/** Returns the calls needed to write changes and verify them, for an estimate. */
export function plannedCalls(changes: readonly VariableChange[]): readonly PlannedCalls[] {
  return [...Map.groupBy(changes, ({ scope }) => scopeKey(scope)).values()].flatMap((scopeChanges) => {
    const [first] = scopeChanges;
    return first ? callsOfScope(first.scope, scopeChanges) : [];
  });
}

function callsOfScope(scope: VariableScope, changes: readonly VariableChange[]): readonly PlannedCalls[] {
  const count = (does: VariableChange["does"]) => changes.filter((change) => change.does === does).length;
  const [created, updated, deleted] = [count("create"), count("update"), count("delete")];
  const written = created + updated;
  const { list, get, create, update, remove } = operationsOf(scope);
  const selected = changes.filter(
    (change) => change.does !== "delete" && change.access?.visibility === "selected",
  ).length;
  return [
    { operation: get, count: written + (written === 1 ? 1 : 0) },
    { operation: create, count: created },
    { operation: update, count: updated },
    { operation: remove, count: deleted },
    { operation: list, count: (written > 1 ? 1 : 0) + 2 * Math.min(deleted, 1) },
    ...(scope.level === "organization"
      ? [{ operation: ORGANIZATION_VARIABLES[scope.kind].listRepositories, count: 2 * selected }]
      : []),
  ];
}
