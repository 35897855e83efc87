import type { PlannedCalls } from "@forgehand/core";
import { scopeKey } from "../../stores/store-scope.ts";
import type { SecretChange } from "./plan.ts";
import type { RotationScope } from "./rotation-store.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-store.ts";

/** Returns the calls needed to write changes and verify them, for an estimate. */
export function plannedCalls(changes: readonly SecretChange[]): readonly PlannedCalls[] {
  return [...Map.groupBy(changes, ({ scope }) => scopeKey(scope)).values()].flatMap((scopeChanges) => {
    const [first] = scopeChanges;
    return first ? callsOfScope(first.scope, scopeChanges) : [];
  });
}

function callsOfScope(scope: RotationScope, changes: readonly SecretChange[]): readonly PlannedCalls[] {
  const count = (does: SecretChange["does"]) => changes.filter((change) => change.does === does).length;
  const [values, accesses, deletions] = [count("rotate"), count("set-access"), count("delete")];
  if (scope.kind === "webhook") {
    const { read, update } = WEBHOOK_OPERATIONS[scope.level];
    return [
      { operation: update, count: values },
      { operation: read, count: Math.min(values, 1) },
    ];
  }
  if (scope.level !== "organization") {
    const { publicKey, put, list, remove } =
      scope.level === "environment" ? ENVIRONMENT_OPERATIONS : REPOSITORY_OPERATIONS[scope.kind];
    return [
      { operation: publicKey, count: Math.min(values, 1) },
      { operation: put, count: values },
      { operation: remove, count: deletions },
      { operation: list, count: Math.min(values, 1) + 2 * Math.min(deletions, 1) },
    ];
  }
  const { publicKey, put, list, get, listRepositories, setRepositories, remove } = ORGANIZATION_OPERATIONS[scope.kind];
  const selected = changes.filter(
    (change) => change.does !== "delete" && change.access?.visibility === "selected",
  ).length;
  const verified = values + accesses;
  return [
    { operation: publicKey, count: Math.min(values, 1) },
    { operation: put, count: values },
    { operation: setRepositories, count: accesses },
    { operation: remove, count: deletions },
    { operation: verified === 1 ? get : list, count: Math.min(verified, 1) },
    { operation: list, count: 2 * Math.min(deletions, 1) },
    { operation: listRepositories, count: selected },
  ];
}
