import { credentialsError } from "./token.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

const PRIVATE_KEY_HELP =
  "credentials.privateKey must be the app's whole RSA key as PEM without a passphrase, from -----BEGIN RSA PRIVATE KEY----- " +
  "or -----BEGIN PRIVATE KEY----- to the last line";

/** PEM (RFC 7468): the header distinguishes PKCS#1 from PKCS#8. */
const PEM = /^-----BEGIN (RSA |)PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END \1PRIVATE KEY-----$/;

/**
 * Reads an app's private key: PEM with any line endings, including escaped `\n` as environment variables contain.
 * @returns PKCS#8 in DER, the only form that WebCrypto imports
 * @throws InputError on anything else
 */
export function readPrivateKey(given: unknown): Uint8Array<ArrayBuffer> {
  const text = typeof given === "string" ? given.replace(/\\[rn]/g, "\n").trim() : "";
  const [, form, base64] = PEM.exec(text) ?? [];
  const der = base64 === undefined ? undefined : fromBase64(base64);
  if (der === undefined) throw invalidPrivateKey();
  return form === "" ? der : toPkcs8(der);
}

/**
 * Imports a non-extractable signing key.
 * @throws InputError if it is not an RSA key
 */
export async function importKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  // Only a failed import is reported as an invalid key. On pages without HTTPS, `crypto.subtle` itself is missing.
  const importing = crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, false, ["sign"]);
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

/** Omits the platform's own error, which might quote the key. */
function invalidPrivateKey() {
  return credentialsError(PRIVATE_KEY_HELP, "credentials.privateKey");
}

/** PKCS#8 fields before the key: version 0 and the algorithm rsaEncryption (1.2.840.113549.1.1.1) with NULL. */
const RSA_ALGORITHM_HEADER = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];
const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;

/**
 * Wraps an RSAPrivateKey (PKCS#1, RFC 8017 A.1.2) into a PrivateKeyInfo (PKCS#8, RFC 5208 5):
 * SEQUENCE { version INTEGER, algorithm SEQUENCE { OBJECT IDENTIFIER, NULL }, key OCTET STRING }.
 */
function toPkcs8(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(derElement(SEQUENCE, [...RSA_ALGORITHM_HEADER, ...derElement(OCTET_STRING, [...pkcs1])]));
}

/** A DER element: tag, length, content. Lengths from 128 on are preceded by their byte count (X.690 8.1.3). */
function derElement(tag: number, content: readonly number[]): number[] {
  const bytes: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  const length = content.length < 0x80 ? [content.length] : [0x80 | bytes.length, ...bytes];
  return [tag, ...length, ...content];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Unpadded base64url (RFC 7515 2). */
function base64url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
