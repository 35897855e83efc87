import { getRepository, getWorkflowRun } from "@forgehand/core/operations";
import type { UsedOperations } from "../../connection.ts";
import type { Task } from "../../run/task.ts";
import { targetsOf } from "../../stores/store-location.ts";
import { applySecretChanges } from "./apply.ts";
import { knownValues } from "./known-values.ts";
import { planRotation, type SecretChange } from "./plan.ts";
import { plannedCalls } from "./planned-calls.ts";
import { type RotationState, readRotationState } from "./read.ts";
import { isWebhookEntry, type RotationEntry, readRotationEntries, type SecretEntry } from "./rotation-entry.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";
import { APP_SECRET_NOT_SHARDED } from "./webhooks/read-webhooks.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-store.ts";

/** Rotates secrets. Access to them stays the same unless the settings change it. */
export const rotateSecrets: Task<RotationEntry, RotationState, SecretChange> = {
  name: "rotate-secrets",
  title: "Rotate secrets",
  readEntries: readRotationEntries,
  targets: ({ location }) =>
    location.level === "app"
      ? { organizations: [], selection: undefined, unsharded: APP_SECRET_NOT_SHARDED }
      : targetsOf(location),
  operations: rotationOperations,
  check: (run, entries) => {
    knownValues(run, entries);
  },
  read: readRotationState,
  plan: planRotation,
  calls: plannedCalls,
  apply: applySecretChanges,
};

/** Returns the operations that an entry uses: those of its own store, and lists of the others if they can be read. */
function rotationOperations(entry: RotationEntry, canWrite: boolean): UsedOperations {
  if (isWebhookEntry(entry)) {
    const { read, update } = WEBHOOK_OPERATIONS[entry.location.level];
    return { required: canWrite ? [read, update] : [read], optional: [getWorkflowRun] };
  }
  return { required: storeOperations(entry, canWrite), optional: [getWorkflowRun, ...otherLists(entry)] };
}

function storeOperations({ location: { level, kind }, access, prune }: SecretEntry, canWrite: boolean) {
  if (level === "organization") {
    const { list, get, listRepositories, publicKey, put, setRepositories, remove } = ORGANIZATION_OPERATIONS[kind];
    const reads = [list, get, listRepositories, ...(access.selected ? [getRepository] : [])];
    return canWrite ? [...reads, publicKey, put, setRepositories, ...(prune.length > 0 ? [remove] : [])] : reads;
  }
  const { list, publicKey, put, remove } =
    level === "environment" ? ENVIRONMENT_OPERATIONS : REPOSITORY_OPERATIONS[kind];
  return canWrite ? [list, publicKey, put, ...(prune.length > 0 ? [remove] : [])] : [list];
}

function otherLists({ location: { level }, otherKinds }: SecretEntry) {
  // An environment has one store.
  if (level === "environment") return [];
  const operations = level === "organization" ? ORGANIZATION_OPERATIONS : REPOSITORY_OPERATIONS;
  return otherKinds.map((kind) => operations[kind].list);
}
