import type { Work } from "../../cancellation/work.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { AccessStore } from "../../stores/access/read-access.ts";
import type { ItemAccess } from "../../stores/access/store-access.ts";
import type { ItemReader, StoredItem } from "../../stores/item-store.ts";
import type { PublicKeys } from "./secret-store/public-keys.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";
import { openSecretStore } from "./secret-store/secret-store.ts";
import type { WebhookScope } from "./webhooks/webhook-location.ts";
import { openWebhookStore } from "./webhooks/webhook-store.ts";

/** Scope of the secrets that a rotation writes. */
export type RotationScope = SecretScope | WebhookScope;

/** Writes a value and its access; a write replaces the access. @returns the response's headers */
export type WriteValue = (
  name: string,
  value: Uint8Array,
  access: ItemAccess | undefined,
) => Promise<{ readonly headers: Headers }>;

/**
 * Calls that rotate the secrets of one scope: named secrets, or those of webhooks.
 * @throws ForgeError
 */
export interface RotationStore extends Pick<ItemReader<StoredItem>, "list" | "get">, AccessStore {
  /** Prepares a write, before its value exists: if this fails, no value is generated and delivered. */
  readonly prepareWrite: (keys: PublicKeys) => Promise<WriteValue>;
  /** Returns the service's time. */
  readonly now: () => Promise<Date | undefined>;
}

/**
 * Returns the secrets of a scope.
 * @param work the work that the calls belong to
 */
export function openRotationStore(
  run: Pick<RunContext, "connection">,
  scope: RotationScope,
  work?: Work,
): Promise<RotationStore> {
  return scope.kind === "webhook" ? openWebhookStore(run, scope, work) : openSecretStore(run, scope, work);
}
