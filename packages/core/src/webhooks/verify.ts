import { lazy } from "../internal/lazy.ts";
import { type DeliveryHeaders, type HeaderReader, headerReader } from "./headers.ts";
import { hmacKey } from "./hmac-key.ts";
import { type Algorithm, HEADERS } from "./signature.ts";

/** Is a delivery from who knows the secret? The reason is for logs: who sent it need not be told. */
export type Verification = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/** Which signatures count. */
export interface VerificationOptions {
  /** Takes a delivery with the old `X-Hub-Signature` alone, by SHA-1, as well; default false. */
  readonly sha1?: boolean | undefined;
}

/** A webhook's secret, or several while it is changed: one of them must fit. */
export type WebhookSecrets = string | readonly string[];

/**
 * Holds a delivery's signature against its raw body (document 1, Delivery), in a time that tells nothing of the secret.
 * Nothing that a sender can send makes it throw.
 * @param rawBody the bytes as they came: what was parsed and written again is signed by nobody
 */
export function verifySignature(
  rawBody: Uint8Array,
  headers: DeliveryHeaders,
  secrets: WebhookSecrets,
  options: VerificationOptions = {},
): Promise<Verification> {
  return createVerifier(secrets, options)(rawBody, headerReader(headers));
}

/** Verifies deliveries that come in. */
export type Verifier = (rawBody: Uint8Array, header: HeaderReader) => Promise<Verification>;

/** Makes what verifies many deliveries: the keys are made from the secrets once. */
export function createVerifier(secrets: WebhookSecrets, options: VerificationOptions): Verifier {
  // In so many words: what only looks like a yes opens no weaker way in.
  const sha1 = options?.sha1 === true;
  const all: readonly unknown[] = typeof secrets === "string" ? [secrets] : Array.isArray(secrets) ? secrets : [];
  const usable = all.filter(isSecret);
  const keys = { sha256: onceAll(usable, "sha256"), sha1: onceAll(usable, "sha1") };
  return async (rawBody, header) => {
    if (all.length === 0) return invalid("There is no secret to verify with.");
    if (usable.length < all.length) return invalid("A secret is empty: anybody could sign with it.");
    if (!(rawBody instanceof Uint8Array)) return invalid("The raw body must be given as the bytes that came.");
    const algorithm = sha1 && header(HEADERS.sha256) === undefined ? "sha1" : "sha256";
    const signature = signatureIn(header, algorithm);
    if ("reason" in signature) return signature;
    const body = unshared(rawBody);
    const [key, ...more] = await keys[algorithm]();
    const verify = (one: CryptoKey) => crypto.subtle.verify("HMAC", one, signature.bytes, body);
    // With several secrets all are tried: the time tells nothing of which one fits.
    const fits =
      key && (more.length === 0 ? await verify(key) : (await Promise.all([key, ...more].map(verify))).includes(true));
    return fits
      ? { valid: true }
      : invalid("The signature doesn't fit the body: another secret, or a body that was changed on its way.");
  };
}

/** One that is worth something: with an empty one, anybody could sign. */
export function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret !== "";
}

const onceAll = (secrets: readonly string[], algorithm: Algorithm) =>
  lazy(() => Promise.all(secrets.map((secret) => hmacKey(secret, algorithm, "verify"))));

function invalid(reason: string): { readonly valid: false; readonly reason: string } {
  return { valid: false, reason };
}

const FORMS = { sha1: /^sha1=([0-9a-f]{40})$/, sha256: /^sha256=([0-9a-f]{64})$/ } as const;

/** The one signature that a delivery has. */
function signatureIn(
  header: HeaderReader,
  algorithm: Algorithm,
): { readonly bytes: Uint8Array<ArrayBuffer> } | ReturnType<typeof invalid> {
  const name = HEADERS[algorithm].toLowerCase();
  const given = header(name);
  if (given === undefined) return invalid(`The header ${name} is missing: is the secret set on the webhook?`);
  if (given.includes(",")) return invalid(`The header ${name} is there more than once.`);
  const [, hex] = FORMS[algorithm].exec(given.trim()) ?? [];
  if (hex === undefined) {
    return invalid(
      `The header ${name} is no "${algorithm}=" and ${algorithm === "sha1" ? 40 : 64} hexadecimal digits.`,
    );
  }
  return { bytes: bytesOf(hex) };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** The platform takes no bytes that another thread could change meanwhile. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isUnshared(bytes) ? bytes : new Uint8Array(bytes);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
