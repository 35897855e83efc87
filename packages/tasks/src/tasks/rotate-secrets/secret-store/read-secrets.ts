import type { WebhookInfo } from "../../../hooks/webhook-info.ts";
import { measureTime } from "../../../run/measure-time.ts";
import type { RunContext } from "../../../run/run-context.ts";
import type { AccessReading } from "../../../stores/access/read-access.ts";
import type { ScopeEntries } from "../../../stores/find-scopes.ts";
import type { StoredItem } from "../../../stores/item-store.ts";
import { readItems } from "../../../stores/read-items.ts";
import type { RotationEntry, SecretEntry } from "../rotation-entry.ts";
import type { RotationScope } from "../rotation-store.ts";
import type { OtherStores } from "./other-stores.ts";
import type { SecretKind } from "./secret-kind.ts";
import type { SecretScope } from "./secret-scope.ts";
import { openSecretStore } from "./secret-store.ts";

/** The current state of a secret that an entry names or selects. */
export interface SecretReading extends AccessReading {
  readonly entry: RotationEntry;
  readonly scope: RotationScope;
  /** Its name; for a webhook's secret, the webhook's id. */
  readonly name: string;
  readonly stored: StoredItem | undefined;
  /** Number of secrets of its kind in the scope; undefined if irrelevant. */
  readonly count: number | undefined;
  /** Other kinds of secrets in which the scope has one of the same name. */
  readonly alsoIn: readonly SecretKind[];
  /** The webhook, if it is a webhook's secret. */
  readonly hook?: WebhookInfo | undefined;
  /** Returns the milliseconds since the read. */
  readonly age: () => number;
}

/**
 * Reads the secrets of one scope that entries name, and those to prune.
 * @throws ForgeError if the scope can't be read at all
 */
export async function readSecrets(
  run: RunContext,
  group: ScopeEntries<SecretScope, SecretEntry>,
  otherStores: OtherStores,
) {
  const store = await openSecretStore(run, group.scope);
  const age = measureTime(run.clock);
  const { found, unreadable, undeclared } = await readItems(run, store, group, ({ secret }) => secret, "secret");
  const otherKindsOf = await otherStores(group.scope, group.entries);
  const readings = found.map((reading): SecretReading => {
    const { entry, stored } = reading;
    return { ...reading, name: stored?.name ?? entry.secret, age, alsoIn: otherKindsOf(entry) };
  });
  return { found: readings, unreadable, undeclared };
}
