import type { Store } from "./store.ts";
import { keyOfVault, type Vault } from "./vault.ts";

/** The key that a vault's secrets are sealed for. */
export interface PublicKey {
  readonly key_id: string;
  readonly key: string;
}

/** The public keys of a run's vaults, each asked for once by all who need it. */
export interface PublicKeys {
  readonly of: (vault: Vault, store: Store) => Promise<PublicKey>;
  /** The one that came after a key which no longer holds; the same key again where there is no other. */
  readonly after: (stale: PublicKey, vault: Vault, store: Store) => Promise<PublicKey>;
}

export function createPublicKeys(): PublicKeys {
  const keys = new Map<string, Promise<PublicKey>>();
  /** What was asked for in place of a key: by all together, once. */
  const successors = new Map<string, Promise<PublicKey>>();
  return {
    of(vault, store) {
      const name = keyOfVault(vault);
      const known = keys.get(name) ?? store.publicKey();
      keys.set(name, known);
      return known;
    },
    after(stale, vault, store) {
      const name = keyOfVault(vault);
      const place = `${name} ${stale.key_id}`;
      const known = successors.get(place);
      if (known) return known;
      const next = store.publicKey();
      successors.set(place, next);
      keys.set(name, next);
      return next;
    },
  };
}
