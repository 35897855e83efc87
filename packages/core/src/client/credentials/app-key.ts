import { invalidPrivateKey, type PrivateKey } from "./private-key.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/**
 * Imports a non-extractable signing key.
 * @throws InputError if it is not an RSA key
 */
export async function importKey(key: PrivateKey): Promise<CryptoKey> {
  // Only a failed import is reported as an invalid key. On pages without HTTPS, `crypto.subtle` itself is missing.
  const importing = crypto.subtle.importKey("pkcs8", toPkcs8(key), ALGORITHM, false, ["sign"]);
  return importing.catch(() => {
    throw invalidPrivateKey();
  });
}

/** Signs a JWT with RS256 (RFC 7515, RFC 7518 3.3). */
export async function signJwt(key: CryptoKey, claims: Readonly<Record<string, string | number>>): Promise<string> {
  const encode = (part: object) => base64url(new TextEncoder().encode(JSON.stringify(part)));
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(ALGORITHM.name, key, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** PKCS#8 fields before the key: version 0 and the algorithm rsaEncryption (1.2.840.113549.1.1.1) with NULL. */
const RSA_ALGORITHM_HEADER = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];
const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;

/**
 * Returns a key as PKCS#8, the only form that WebCrypto imports. Wraps an RSAPrivateKey (PKCS#1, RFC 8017 A.1.2) into a
 * PrivateKeyInfo (PKCS#8, RFC 5208 5):
 * SEQUENCE { version INTEGER, algorithm SEQUENCE { OBJECT IDENTIFIER, NULL }, key OCTET STRING }.
 */
export function toPkcs8({ der, isPkcs1 }: PrivateKey): Uint8Array<ArrayBuffer> {
  if (!isPkcs1) return der;
  return Uint8Array.from(derElement(SEQUENCE, [...RSA_ALGORITHM_HEADER, ...derElement(OCTET_STRING, [...der])]));
}

/** A DER element: tag, length, content. Lengths from 128 on are preceded by their byte count (X.690 8.1.3). */
function derElement(tag: number, content: readonly number[]): number[] {
  const bytes: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  const length = content.length < 0x80 ? [content.length] : [0x80 | bytes.length, ...bytes];
  return [tag, ...length, ...content];
}

/** Unpadded base64url (RFC 7515 2). */
function base64url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
