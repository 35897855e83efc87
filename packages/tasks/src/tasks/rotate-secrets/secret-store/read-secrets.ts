import { isAuthenticationError } from "@forgehand/core";
import type { Failure } from "../../../plan.ts";
import { describeError, Problem } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { resolveDesiredAccess } from "../access/resolve-desired-access.ts";
import { type DesiredAccess, isVisibility, type SecretAccess } from "../access/secret-access.ts";
import type { RotationEntry } from "../rotation-entry.ts";
import type { OtherStores } from "./other-stores.ts";
import type { SecretKind } from "./secret-kind.ts";
import { hasName, ownerOf, type SecretScope, secretName } from "./secret-scope.ts";
import { type SecretStore, type StoredSecret, secretStoreOf } from "./secret-store.ts";

/** Entries that name secrets of one scope. */
export interface ScopeEntries {
  readonly scope: SecretScope;
  readonly entries: RotationEntry[];
}

/** The current state of a secret that an entry names. */
export interface SecretReading {
  readonly entry: RotationEntry;
  readonly scope: SecretScope;
  readonly stored: StoredSecret | undefined;
  /** Number of secrets of its kind in the scope; undefined if irrelevant. */
  readonly count: number | undefined;
  /** Access to an organization's secret. */
  readonly access: SecretAccess | undefined;
  readonly desiredAccess: DesiredAccess | undefined;
  /** Other kinds of secrets in which the scope has one of the same name. */
  readonly alsoIn: readonly SecretKind[];
  /** Returns the milliseconds since the read. */
  readonly age: () => number;
}

/** A secret that an entry prunes, because no entry declares it. */
export interface UndeclaredSecret {
  readonly entry: RotationEntry;
  readonly scope: SecretScope;
  readonly stored: StoredSecret;
}

/**
 * Reads the secrets of one scope that entries name, and those to prune.
 * @throws ForgeError if the scope can't be read at all
 */
export async function readSecrets(run: RunContext, { scope, entries }: ScopeEntries, otherStores: OtherStores) {
  const store = secretStoreOf(await run.connection.forOwner(ownerOf(scope)), scope);
  const age = measureTime(run.clock);
  const { storedOf, count, secrets } = await readStored(store, entries);
  const otherKindsOf = await otherStores(scope, entries);
  const found: SecretReading[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    const stored = storedOf(entry.secret);
    try {
      const access = stored && (await readAccess(store, scope, stored));
      const desiredAccess =
        scope.level === "organization" ? await resolveDesiredAccess(run, entry, scope.org) : undefined;
      found.push({ entry, scope, stored, count, access, desiredAccess, age, alsoIn: otherKindsOf(entry) });
    } catch (error) {
      if (isAuthenticationError(error)) throw error;
      unreadable.push({ target: secretName(scope, entry.secret), problem: describeError(error) });
    }
  }
  const undeclared = secrets.flatMap((stored): readonly UndeclaredSecret[] => {
    const isDeclared = entries.some(({ secret }) => hasName(secret)(stored));
    const entry = entries.find(({ prune }) => prune.some((matches) => matches(stored.name.toUpperCase())));
    return isDeclared || !entry ? [] : [{ entry, scope, stored }];
  });
  return { found, unreadable, undeclared };
}

/** Reads the secrets with as few calls as possible: a single one is requested directly, several are listed. */
async function readStored({ list, get, count }: SecretStore, entries: readonly RotationEntry[]) {
  const [entry, ...others] = entries;
  if (get && entry && others.length === 0 && entry.prune.length === 0) {
    const stored = await get(entry.secret);
    // Only organizations have `get`. If the secret is missing, the organization may be missing too; `count` then fails.
    return { storedOf: () => stored, count: stored ? undefined : (await count()).count, secrets: [] };
  }
  const secrets = await list();
  return { storedOf: (name: string) => secrets.find(hasName(name)), count: secrets.length, secrets };
}

/**
 * Reads the access to a secret.
 * @throws Problem if its visibility can't be sent in a PUT; the secret is then not changed
 */
export async function readAccess(
  store: SecretStore,
  scope: SecretScope,
  { name, visibility }: StoredSecret,
): Promise<SecretAccess | undefined> {
  if (scope.level !== "organization") return undefined;
  if (visibility === undefined || !isVisibility(visibility)) {
    throw new Problem(
      `${scope.org}'s secret ${name} has the visibility ${JSON.stringify(visibility)}, which could not be preserved. It was not changed.`,
    );
  }
  return { visibility, repositories: visibility === "selected" ? await store.accessRepositories(name) : [] };
}
