import type { Failure, Skipped } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { knownValues } from "./known-values.ts";
import type { RotationEntry } from "./rotation-entry.ts";
import { readRunStart } from "./run-start.ts";
import { findScopes } from "./secret-store/find-scopes.ts";
import { createOtherStores } from "./secret-store/other-stores.ts";
import {
  readSecrets,
  type ScopeEntries,
  type SecretReading,
  type UndeclaredSecret,
} from "./secret-store/read-secrets.ts";
import { kindName } from "./secret-store/secret-kind.ts";
import { hasName, ownerOf, type SecretScope, scopeKey, scopeName, secretName } from "./secret-store/secret-scope.ts";
import { secretStoreOf } from "./secret-store/secret-store.ts";

/** State that the task plans from. */
export interface RotationState {
  readonly found: readonly SecretReading[];
  /** Secrets that are no longer declared, to be deleted. */
  readonly undeclared: readonly UndeclaredSecret[];
  /** Targets that were not found or could not be read. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** Creation time of this workflow run; the default of `since`. */
  readonly since: Date | undefined;
  /** The service's time. */
  readonly now: Date;
  /** Values that need not be generated. */
  readonly values: ReadonlyMap<RotationEntry, Uint8Array>;
}

/**
 * Reads the secrets that the entries name.
 * @throws Problem if an entry is invalid, before anything is written
 */
export async function readRotationState(run: RunContext, entries: readonly RotationEntry[]): Promise<RotationState> {
  const values = knownValues(run, entries);
  const requested = new Map<string, ScopeEntries>();
  const skipped: Skipped[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    const { scopes, ...rest } = await findScopes(run, entry.location);
    skipped.push(...rest.skipped);
    unreadable.push(...rest.unreadable);
    for (const scope of scopes) addRequest(requested, scope, entry);
  }
  const { since, at } = await readStart(run, entries);
  const otherStores = createOtherStores(run);
  const readings = await readEach(
    run,
    [...requested.values()],
    ({ scope, entries }) => secretName(scope, entries.map(({ secret }) => secret).join(", ")),
    (requested) => readSecrets(run, requested, otherStores),
  );
  return {
    found: readings.states.flatMap(({ found }) => found),
    undeclared: readings.states.flatMap(({ undeclared }) => undeclared),
    skipped,
    unreadable: [...unreadable, ...readings.unreadable, ...readings.states.flatMap(({ unreadable }) => unreadable)],
    since,
    now: at ?? (await serviceNow(run, entries, requested)),
    values,
  };
}

/** @throws Problem if another entry names the same secret */
function addRequest(requested: Map<string, ScopeEntries>, scope: SecretScope, entry: RotationEntry): void {
  const key = scopeKey(scope);
  const group = requested.get(key) ?? { scope, entries: [] };
  requested.set(key, group);
  const duplicate = group.entries.find((candidate) => hasName(entry.secret)({ name: candidate.secret }));
  if (duplicate) {
    const descriptions = [duplicate, entry].map(({ secret, problem }) => problem("secret", `(${secret})`).message);
    throw new Problem(
      `${scopeName(scope)} must get its ${kindName(scope.kind, entry.dialect)} secret ${entry.secret} from one entry only, got two: ${descriptions.join(" and ")}.`,
    );
  }
  group.entries.push(entry);
}

async function readStart(run: RunContext, entries: readonly RotationEntry[]) {
  if (entries.every(({ since }) => since)) return { since: undefined, at: undefined };
  return readRunStart(run);
}

/** Returns the service's time if an age or `since: now` needs it: the runner's clock may be wrong. */
async function serviceNow(
  run: RunContext,
  entries: readonly RotationEntry[],
  requested: ReadonlyMap<string, ScopeEntries>,
): Promise<Date> {
  const localNow = new Date(run.clock.now());
  const [first] = requested.values();
  const isNeeded = entries.some(({ policy, since }) => policy.olderThanDays !== undefined || since === "now");
  if (!first || !isNeeded) return localNow;
  try {
    const store = secretStoreOf(await run.connection.forOwner(ownerOf(first.scope)), first.scope);
    return (await store.count()).at ?? localNow;
  } catch {
    return localNow;
  }
}
