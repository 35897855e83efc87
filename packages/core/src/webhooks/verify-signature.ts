import { lazy } from "../internal/lazy.ts";
import { createHeaderReader, type DeliveryHeaders, type HeaderReader } from "./header-reader.ts";
import { hmacKey } from "./hmac-key.ts";
import { HEADERS, type SignatureAlgorithm } from "./sign-body.ts";

/** Result of a verification. The reason is for logs; do not return it to the sender. */
export type Verification = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/** Options of {@link verifySignature}. */
export interface VerificationOptions {
  /** Also accepts deliveries with only the legacy `X-Hub-Signature` (SHA-1); default false. */
  readonly sha1?: boolean | undefined;
}

/** A webhook's secret, or several during a rotation: one of them must match. */
export type WebhookSecrets = string | readonly string[];

/**
 * Verifies a delivery's signature against its raw body, in constant time. Never throws on anything that a sender can
 * control.
 * @param rawBody the bytes as received; a parsed and re-serialized body has a different signature
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function verifySignature(
  rawBody: Uint8Array,
  headers: DeliveryHeaders,
  secrets: WebhookSecrets,
  options: VerificationOptions = {},
): Promise<Verification> {
  return createVerifier(secrets, options)(rawBody, createHeaderReader(headers));
}

/** Verifies incoming deliveries. */
export type Verifier = (rawBody: Uint8Array, header: HeaderReader) => Promise<Verification>;

/** Creates a verifier for many deliveries, which imports the keys once. */
export function createVerifier(secrets: WebhookSecrets, options: VerificationOptions): Verifier {
  // Strict comparison: a truthy value must not enable the weaker algorithm.
  const sha1 = options?.sha1 === true;
  const allSecrets: readonly unknown[] =
    typeof secrets === "string" ? [secrets] : Array.isArray(secrets) ? secrets : [];
  const validSecrets = allSecrets.filter(isSecret);
  const keys = { sha256: lazyKeys(validSecrets, "sha256"), sha1: lazyKeys(validSecrets, "sha1") };
  return async (rawBody, header) => {
    if (allSecrets.length === 0) return invalid("At least one secret must be given.");
    if (validSecrets.length < allSecrets.length) return invalid("Every secret must be non-empty.");
    if (!(rawBody instanceof Uint8Array)) return invalid("The raw body must be a Uint8Array of the received bytes.");
    const algorithm = sha1 && header(HEADERS.sha256) === undefined ? "sha1" : "sha256";
    const signature = readSignature(header, algorithm);
    if ("reason" in signature) return signature;
    const body = copyIfShared(rawBody);
    const [key, ...otherKeys] = await keys[algorithm]();
    const verify = (candidate: CryptoKey) => crypto.subtle.verify("HMAC", candidate, signature.bytes, body);
    // All secrets are tried, so that the time does not reveal which one matches.
    const isValid =
      key &&
      (otherKeys.length === 0
        ? await verify(key)
        : (await Promise.all([key, ...otherKeys].map(verify))).includes(true));
    return isValid
      ? { valid: true }
      : invalid("The signature does not match the body: the secret differs, or the body was changed in transit.");
  };
}

/** Returns true for a usable secret: with an empty one, signatures could be forged. */
export function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret !== "";
}

const lazyKeys = (secrets: readonly string[], algorithm: SignatureAlgorithm) =>
  lazy(() => Promise.all(secrets.map((secret) => hmacKey(secret, algorithm, "verify"))));

function invalid(reason: string): { readonly valid: false; readonly reason: string } {
  return { valid: false, reason };
}

const SIGNATURE_FORMATS = { sha1: /^sha1=([0-9a-f]{40})$/, sha256: /^sha256=([0-9a-f]{64})$/ } as const;

/** Reads the single signature of a delivery. */
function readSignature(
  header: HeaderReader,
  algorithm: SignatureAlgorithm,
): { readonly bytes: Uint8Array<ArrayBuffer> } | ReturnType<typeof invalid> {
  const name = HEADERS[algorithm].toLowerCase();
  const value = header(name);
  if (value === undefined) return invalid(`The header ${name} is missing. Check that the webhook has a secret.`);
  if (value.includes(",")) return invalid(`The header ${name} must not be sent more than once.`);
  const [, hex] = SIGNATURE_FORMATS[algorithm].exec(value.trim()) ?? [];
  if (hex === undefined) {
    return invalid(
      `The header ${name} must be "${algorithm}=" and ${algorithm === "sha1" ? 40 : 64} hexadecimal digits.`,
    );
  }
  return { bytes: bytesOf(hex) };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Web Crypto rejects shared buffers, which another thread could modify. */
function copyIfShared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isUnshared(bytes) ? bytes : new Uint8Array(bytes);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
