import { isAuthenticationError } from "@forgehand/core";
import type { WebhookInfo } from "../../../hooks/webhook-info.ts";
import type { Failure } from "../../../plan.ts";
import { describeError } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { type AccessReading, readAccess } from "../../../stores/access/read-access.ts";
import { resolveDesiredAccess } from "../../../stores/access/resolve-desired-access.ts";
import type { ScopeEntries } from "../../../stores/find-scopes.ts";
import { readStored, type StoredItem } from "../../../stores/item-store.ts";
import { undeclaredItems } from "../../../stores/prune.ts";
import { itemName } from "../../../stores/store-scope.ts";
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
  { scope, entries }: ScopeEntries<SecretScope, SecretEntry>,
  otherStores: OtherStores,
) {
  const store = await openSecretStore(run, scope);
  const age = measureTime(run.clock);
  const prune = entries.flatMap((entry) => entry.prune);
  const names = entries.map(({ secret }) => secret);
  const { storedOf, count, ...list } = await readStored(store, names, prune.length > 0);
  const otherKindsOf = await otherStores(scope, entries);
  const found: SecretReading[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    try {
      const stored = storedOf(entry.secret);
      const access = stored && (await readAccess(store, scope, stored, "secret"));
      const desiredAccess =
        scope.level === "organization" ? await resolveDesiredAccess(run, entry.access, scope.org) : undefined;
      found.push({
        entry,
        scope,
        name: stored?.name ?? entry.secret,
        stored,
        count,
        access,
        desiredAccess,
        age,
        alsoIn: otherKindsOf(entry),
      });
    } catch (error) {
      if (isAuthenticationError(error)) throw error;
      unreadable.push({ target: itemName(scope, entry.secret), problem: describeError(error) });
    }
  }
  const undeclared = undeclaredItems(scope, list, names, prune);
  return { found, unreadable: [...unreadable, ...undeclared.unreadable], undeclared: undeclared.items };
}
