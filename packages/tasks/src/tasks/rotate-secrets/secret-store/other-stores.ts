import { isAuthenticationError, isConnectionError, isNotFoundError, isPermissionError } from "@forgehand/core";
import { permissionsFor } from "@forgehand/core/contract";
import { describeError } from "../../../problem.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { ownerOf, scopeName } from "../../../stores/store-scope.ts";
import type { SecretEntry } from "../rotation-entry.ts";
import { ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./operations.ts";
import { kindName, type SecretKind } from "./secret-kind.ts";
import type { SecretScope } from "./secret-scope.ts";
import { secretStoreOf } from "./secret-store.ts";

/** Returns the other kinds in which a scope has a secret with an entry's name. */
export type OtherStores = (
  scope: SecretScope,
  entries: readonly SecretEntry[],
) => Promise<(entry: SecretEntry) => readonly SecretKind[]>;

/** A scope that has stores of several kinds: an environment has one. */
type MultiStoreScope = Exclude<SecretScope, { readonly level: "environment" }>;

type Names = ReadonlySet<string>;

const NO_NAMES: Names = new Set();

/**
 * Creates a search for secrets of the same name in other stores, which takes one list per scope and store. An owner's
 * store that the credentials can't read is logged and not searched.
 */
export function createOtherStores(run: RunContext): OtherStores {
  /** Whether the credentials can read a store of an owner: undefined if the list that was to show it failed otherwise. */
  const readable = new Map<string, Promise<boolean | undefined>>();

  const logUnread = (name: string, kind: SecretKind, { dialect }: SecretEntry, reason: string) =>
    run.log.info(`The ${kindName(kind, dialect)} secrets of ${name} were not searched for the same names: ${reason}`);

  async function isGranted(scope: MultiStoreScope, kind: SecretKind, entry: SecretEntry): Promise<boolean> {
    const owner = ownerOf(scope);
    const granted = await run.connection.grantsOf(owner);
    const { list } = (scope.level === "organization" ? ORGANIZATION_OPERATIONS : REPOSITORY_OPERATIONS)[kind];
    const isReadable = Object.keys(permissionsFor([list], granted).missing).length === 0;
    if (!isReadable) logUnread(owner, kind, entry, "the app's installation lacks the permission.");
    return isReadable;
  }

  /** Lists the names of a store; undefined if that failed. */
  async function listNames(scope: MultiStoreScope, kind: SecretKind, entry: SecretEntry) {
    const owner = ownerOf(scope);
    try {
      const { items: secrets, unexpected } = await secretStoreOf(await run.connection.forOwner(owner), {
        ...scope,
        kind,
      }).list();
      return { names: new Set([...secrets, ...unexpected].map(({ name }) => name.toUpperCase())), isReadable: true };
    } catch (error) {
      if (isAuthenticationError(error) || isConnectionError(error) || run.stopping.aborted) throw error;
      const isRefused = isPermissionError(error) || isNotFoundError(error);
      logUnread(scopeName(scope), kind, entry, describeError(error));
      return { names: NO_NAMES, isReadable: isRefused ? false : undefined };
    }
  }

  async function namesIn(scope: SecretScope, kind: SecretKind, entry: SecretEntry): Promise<Names> {
    if (scope.level === "environment") return NO_NAMES;
    const key = `${ownerOf(scope)} ${scope.level} ${kind}`.toLowerCase();
    // The first list shows whether the others are worth a call; until then they wait.
    for (let first = readable.get(key); first; first = readable.get(key)) {
      const isReadable = await first;
      if (isReadable !== undefined) return isReadable ? (await listNames(scope, kind, entry)).names : NO_NAMES;
      if (readable.get(key) === first) readable.delete(key);
    }
    const reading = isGranted(scope, kind, entry).then((isReadable) =>
      isReadable ? listNames(scope, kind, entry) : { names: NO_NAMES, isReadable },
    );
    readable.set(
      key,
      // Its error is thrown below.
      reading.then(
        ({ isReadable }) => isReadable,
        () => undefined,
      ),
    );
    return (await reading).names;
  }

  return async (scope, entries) => {
    const names = new Map<SecretKind, Names>();
    for (const entry of entries)
      for (const kind of entry.otherKinds) if (!names.has(kind)) names.set(kind, await namesIn(scope, kind, entry));
    return ({ secret, otherKinds }) => otherKinds.filter((kind) => names.get(kind)?.has(secret.toUpperCase()));
  };
}
