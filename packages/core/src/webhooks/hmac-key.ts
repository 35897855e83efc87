import type { SignatureAlgorithm } from "./sign-body.ts";

const HASHES = { sha1: "SHA-1", sha256: "SHA-256" } as const satisfies Record<SignatureAlgorithm, string>;

/**
 * Imports a secret as an HMAC key. Public declarations must not refer to this: not every user's compiler settings
 * include `CryptoKey`.
 */
export function hmacKey(secret: string, algorithm: SignatureAlgorithm, usage: "sign" | "verify"): Promise<CryptoKey> {
  const hash = HASHES[algorithm];
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash }, false, [usage]);
}
