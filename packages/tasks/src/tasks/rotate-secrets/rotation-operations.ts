import { getRepository, getWorkflowRun } from "@forgehand/core/operations";
import type { UsedOperations } from "../../connection.ts";
import { isWebhookEntry, type RotationEntry, type SecretEntry } from "./rotation-entry.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-store.ts";

/** Returns the operations that an entry uses: those of its own store, and lists of the others if they can be read. */
export function rotationOperations(entry: RotationEntry, canWrite: boolean): UsedOperations {
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
