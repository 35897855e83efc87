import { scopeKey } from "../../../stores/store-scope.ts";
import type { SecretScope } from "./secret-scope.ts";

/** The public key that a scope's secrets are sealed with. */
export interface PublicKey {
  readonly key_id: string;
  readonly key: string;
}

/** Requests the public key of a scope. */
interface KeySource {
  readonly publicKey: () => Promise<PublicKey>;
}

/** Public keys of a run's scopes, each requested once. */
export interface PublicKeys {
  readonly of: (scope: SecretScope, source: KeySource) => Promise<PublicKey>;
  /** Returns the successor of an outdated key, or the same key if it has not changed. */
  readonly after: (stale: PublicKey, scope: SecretScope, source: KeySource) => Promise<PublicKey>;
}

export function createPublicKeys(): PublicKeys {
  const keys = new Map<string, Promise<PublicKey>>();
  /** Pending successors by outdated key, so that concurrent callers share one request. */
  const successors = new Map<string, Promise<PublicKey>>();
  return {
    of(scope, source) {
      const name = scopeKey(scope);
      const known = keys.get(name) ?? source.publicKey();
      keys.set(name, known);
      return known;
    },
    after(stale, scope, source) {
      const name = scopeKey(scope);
      const successorKey = `${name} ${stale.key_id}`;
      const known = successors.get(successorKey);
      if (known) return known;
      const next = source.publicKey();
      successors.set(successorKey, next);
      keys.set(name, next);
      return next;
    },
  };
}
