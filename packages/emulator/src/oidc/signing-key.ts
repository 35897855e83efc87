import type { CryptoKey } from "jose";
import * as z from "zod/mini";
import type { Database } from "../state/database.ts";
import { addOidcKey, type OidcKey, oidcKeys, RsaKey } from "../state/oidc-keys.ts";

/** Signature algorithm of all ID tokens. */
export const ALGORITHM = "RS256";

/** The key that signs tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey | Uint8Array;
}

/** Gives access to the emulator's key, which is created on first use and stored with the state. */
export function createKeyring(db: Database) {
  let pendingKey: Promise<void> | undefined;

  async function loadKey(): Promise<OidcKey> {
    const found = oidcKeys.find(db, {});
    if (found) return found;
    // Concurrent callers wait for the same key.
    pendingKey ??= createKey(db).finally(() => {
      pendingKey = undefined;
    });
    await pendingKey;
    return loadKey();
  }

  return {
    signingKey: async (): Promise<SigningKey> => {
      const { kid, private: jwk } = await loadKey();
      const { importJWK } = await import("jose");
      return { kid, key: await db.memoize(`identity key ${kid}`, () => importJWK(jwk, ALGORITHM)) };
    },
    /** The public key as a JWK. */
    publicKey: async () => {
      const { kid, private: jwk } = await loadKey();
      const { kty, n, e } = jwk;
      return { kty, alg: ALGORITHM, use: "sig", kid, n, e };
    },
  };
}

async function createKey(db: Database): Promise<void> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = z.parse(RsaKey, await exportJWK(privateKey));
  addOidcKey(db, { kid: await calculateJwkThumbprint(jwk), private: jwk });
}
