import { wrong } from "./token.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

const EXPECTED =
  "credentials.privateKey is the app's RSA key as PEM without a passphrase: all of it, from -----BEGIN RSA PRIVATE KEY----- " +
  "or -----BEGIN PRIVATE KEY----- to the last line";

/** The base64 between the lines that say what it is (RFC 7468); those tell PKCS#1 from PKCS#8. */
const PEM = /^-----BEGIN (RSA |)PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END \1PRIVATE KEY-----$/;

/**
 * Reads an app's key: PEM, with its lines ended in whichever way, `\n` spelt out too, as variables of environments have it.
 * @returns PKCS#8 in DER, the only form that WebCrypto takes
 * @throws InputError on anything else
 */
export function readPrivateKey(given: unknown): Uint8Array<ArrayBuffer> {
  const text = typeof given === "string" ? given.replace(/\\[rn]/g, "\n").trim() : "";
  const [, form, base64] = PEM.exec(text) ?? [];
  const der = base64 === undefined ? undefined : fromBase64(base64);
  if (der === undefined) throw unusable();
  return form === "" ? der : toPkcs8(der);
}

/**
 * A key to sign with, which nobody gets out again.
 * @throws InputError where it is no RSA key
 */
export async function importKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  // Only the import's own failure speaks of the key: pages without https have no WebCrypto at all.
  const importing = crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, false, ["sign"]);
  return importing.catch(() => {
    throw unusable();
  });
}

/** Signs a JWT with RS256 (RFC 7515, RFC 7518 3.3). */
export async function signJwt(key: CryptoKey, claims: Readonly<Record<string, string | number>>): Promise<string> {
  const encode = (part: object) => base64url(new TextEncoder().encode(JSON.stringify(part)));
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(ALGORITHM.name, key, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** The platform's own complaint is left out: what it may quote is not known. */
function unusable() {
  return wrong(EXPECTED, "credentials.privateKey");
}

/** What precedes the key in PKCS#8: version 0, and the algorithm, rsaEncryption (1.2.840.113549.1.1.1) with NULL. */
const RSA_HEAD = [
  ...[0x02, 0x01, 0x00],
  ...[0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00],
];
const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;

/**
 * Wraps an RSAPrivateKey (PKCS#1, RFC 8017 A.1.2) into a PrivateKeyInfo (PKCS#8, RFC 5208 5):
 * SEQUENCE { version INTEGER, algorithm SEQUENCE { OBJECT IDENTIFIER, NULL }, key OCTET STRING }.
 */
function toPkcs8(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(element(SEQUENCE, [...RSA_HEAD, ...element(OCTET_STRING, [...pkcs1])]));
}

/** A value of DER: its tag, its length, itself. Lengths from 128 on are preceded by how many bytes they take (X.690 8.1.3). */
function element(tag: number, content: readonly number[]): number[] {
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

/** Base64 as JWTs have it: for addresses, unpadded (RFC 7515 2). */
function base64url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
