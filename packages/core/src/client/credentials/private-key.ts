import { credentialsError } from "./token.ts";

/** An app's RSA key in DER. */
export interface PrivateKey {
  readonly der: Uint8Array<ArrayBuffer>;
  /** Whether it is in the form of PKCS#1; otherwise it is in that of PKCS#8. */
  readonly isPkcs1: boolean;
}

/** PEM (RFC 7468): the header distinguishes PKCS#1 from PKCS#8. */
const PEM = /^-----BEGIN (RSA |)PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END \1PRIVATE KEY-----$/;

/**
 * Reads an app's private key: PEM with any line endings, including escaped `\n` as environment variables contain.
 * @throws InputError on anything else
 */
export function readPrivateKey(given: unknown): PrivateKey {
  const text = typeof given === "string" ? given.replace(/\\[rn]/g, "\n").trim() : "";
  const [, form, base64] = PEM.exec(text) ?? [];
  const der = base64 === undefined ? undefined : fromBase64(base64);
  if (der === undefined) throw invalidPrivateKey();
  return { der, isPkcs1: form !== "" };
}

/** Omits the platform's own error, which might quote the key. */
export function invalidPrivateKey() {
  return credentialsError(
    "credentials.privateKey must be the app's whole RSA key as PEM without a passphrase, from -----BEGIN RSA PRIVATE KEY----- " +
      "or -----BEGIN PRIVATE KEY----- to the last line",
    "credentials.privateKey",
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
