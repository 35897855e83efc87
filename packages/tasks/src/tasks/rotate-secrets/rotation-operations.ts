import type { AnyOperation } from "@forgehand/core/contract";
import { isWebhookEntry, type RotationEntry, type SecretEntry } from "./rotation-entry.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./secret-store/operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhooks/webhook-store.ts";

/** Returns the operations that an entry can call. Other kinds of secrets are searched only if that is allowed. */
export function rotationOperations(entry: RotationEntry): readonly AnyOperation[] {
  if (isWebhookEntry(entry)) return Object.values(WEBHOOK_OPERATIONS[entry.location.level]);
  const { remove, ...operations } = operationsOf(entry.location);
  return [...Object.values(operations), ...(entry.prune.length === 0 ? [] : [remove])];
}

function operationsOf(location: SecretEntry["location"]) {
  switch (location.level) {
    case "organization":
      return ORGANIZATION_OPERATIONS[location.kind];
    case "environment":
      return ENVIRONMENT_OPERATIONS;
    case "repository":
      return REPOSITORY_OPERATIONS[location.kind];
  }
}
