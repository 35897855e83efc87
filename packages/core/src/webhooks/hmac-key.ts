import type { Algorithm } from "./signature.ts";

const HASHES = { sha1: "SHA-1", sha256: "SHA-256" } as const satisfies Record<Algorithm, string>;

/**
 * A secret as the key that signs and verifies. No declaration that users read may lead here: not all of their compilers know
 * what a `CryptoKey` is.
 */
export function hmacKey(secret: string, algorithm: Algorithm, usage: "sign" | "verify"): Promise<CryptoKey> {
  const hash = HASHES[algorithm];
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash }, false, [usage]);
}
