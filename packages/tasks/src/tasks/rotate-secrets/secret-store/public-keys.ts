import { scopeKey } from "../../../stores/store-scope.ts";
import type { SecretScope } from "./secret-scope.ts";
import type { SecretStore } from "./secret-store.ts";

/** The public key that a scope's secrets are sealed with. */
export interface PublicKey {
  readonly key_id: string;
  readonly key: string;
}

/** Public keys of a run's scopes, each requested once. */
export interface PublicKeys {
  readonly of: (scope: SecretScope, store: SecretStore) => Promise<PublicKey>;
  /** Returns the successor of an outdated key, or the same key if it has not changed. */
  readonly after: (stale: PublicKey, scope: SecretScope, store: SecretStore) => Promise<PublicKey>;
}

export function createPublicKeys(): PublicKeys {
  const keys = new Map<string, Promise<PublicKey>>();
  /** Pending successors by outdated key, so that concurrent callers share one request. */
  const successors = new Map<string, Promise<PublicKey>>();
  return {
    of(scope, store) {
      const name = scopeKey(scope);
      const known = keys.get(name) ?? store.publicKey();
      keys.set(name, known);
      return known;
    },
    after(stale, scope, store) {
      const name = scopeKey(scope);
      const successorKey = `${name} ${stale.key_id}`;
      const known = successors.get(successorKey);
      if (known) return known;
      const next = store.publicKey();
      successors.set(successorKey, next);
      keys.set(name, next);
      return next;
    },
  };
}
