import { isAuthenticationError, isConnectionError } from "@forgehand/core";
import { describeError } from "../../../problem.ts";
import type { RunContext } from "../../../run/run-context.ts";
import type { RotationEntry } from "../rotation-entry.ts";
import { kindName, type SecretKind } from "./secret-kind.ts";
import { ownerOf, type SecretScope } from "./secret-scope.ts";
import { secretStoreOf } from "./secret-store.ts";

/** Returns the other kinds in which a scope has a secret with an entry's name. */
export type OtherStores = (
  scope: SecretScope,
  entries: readonly RotationEntry[],
) => Promise<(entry: RotationEntry) => readonly SecretKind[]>;

/**
 * Creates a search for secrets of the same name in other stores, which takes one list per scope and store. A store that
 * the credentials can't read is logged once per owner and not searched again.
 */
export function createOtherStores(run: RunContext): OtherStores {
  const unreadable = new Set<string>();

  async function namesIn(scope: SecretScope, kind: SecretKind, { dialect }: RotationEntry) {
    const owner = ownerOf(scope);
    const key = `${owner.toLowerCase()} ${kind}`;
    // An environment has one store.
    if (scope.level === "environment" || unreadable.has(key)) return new Set<string>();
    try {
      const secrets = await secretStoreOf(await run.connection.forOwner(owner), { ...scope, kind }).list();
      return new Set(secrets.map(({ name }) => name.toUpperCase()));
    } catch (error) {
      if (isAuthenticationError(error) || isConnectionError(error) || run.stopping.aborted) throw error;
      if (!unreadable.has(key))
        run.log.info(
          `The ${kindName(kind, dialect)} secrets of ${owner} were not searched for the same names: ${describeError(error)}`,
        );
      unreadable.add(key);
      return new Set<string>();
    }
  }

  return async (scope, entries) => {
    const names = new Map<SecretKind, ReadonlySet<string>>();
    for (const entry of entries)
      for (const kind of entry.otherKinds) if (!names.has(kind)) names.set(kind, await namesIn(scope, kind, entry));
    return ({ secret, otherKinds }) => otherKinds.filter((kind) => names.get(kind)?.has(secret.toUpperCase()));
  };
}
