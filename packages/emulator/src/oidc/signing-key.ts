import type { CryptoKey } from "jose";
import * as z from "zod/mini";
import type { Database } from "../state/database.ts";
import { addOidcKey, findOidcKey, type OidcKey, RsaKey } from "../state/oidc-keys.ts";

/** The algorithm of every identity token. */
export const ALGORITHM = "RS256";

/** What tokens are signed with. */
export interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey | Uint8Array;
}

/** Gives the service's key, which is made when it is first asked for, and kept with the state. */
export function createKeyring(db: Database) {
  let making: Promise<void> | undefined;

  async function stored(): Promise<OidcKey> {
    const found = findOidcKey(db);
    if (found) return found;
    // Whoever comes meanwhile waits for the same one.
    making ??= makeKey(db).finally(() => {
      making = undefined;
    });
    await making;
    return stored();
  }

  return {
    signingKey: async (): Promise<SigningKey> => {
      const { kid, private: jwk } = await stored();
      const { importJWK } = await import("jose");
      return { kid, key: await db.remember(`identity key ${kid}`, () => importJWK(jwk, ALGORITHM)) };
    },
    /** As the world may see it. */
    publicKey: async () => {
      const { kid, private: jwk } = await stored();
      const { kty, n, e } = jwk;
      return { kty, alg: ALGORITHM, use: "sig", kid, n, e };
    },
  };
}

async function makeKey(db: Database): Promise<void> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = z.parse(RsaKey, await exportJWK(privateKey));
  addOidcKey(db, { kid: await calculateJwkThumbprint(jwk), private: jwk });
}
