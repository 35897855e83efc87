import { invalidField } from "../errors.ts";
import { toHex } from "../internal/hex.ts";
import { hmacKey } from "./hmac-key.ts";

/** Signature headers by algorithm. */
export const HEADERS = { sha1: "X-Hub-Signature", sha256: "X-Hub-Signature-256" } as const;

/** `sha256`, or the legacy `sha1`. */
export type SignatureAlgorithm = keyof typeof HEADERS;

/**
 * Signs a delivery's raw body.
 * @param algorithm `sha256` for `X-Hub-Signature-256`, `sha1` for the legacy `X-Hub-Signature`
 * @returns the header's value, `sha256=<hex>`
 * @throws InputError if an argument is invalid; the message does not contain its value
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export async function signBody(
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  algorithm: SignatureAlgorithm = "sha256",
): Promise<string> {
  if (!(body instanceof Uint8Array)) throw invalidField("body", "must be the bytes to sign, a Uint8Array");
  if (typeof secret !== "string" || secret === "") throw invalidField("secret", "must be a non-empty string");
  if (!Object.hasOwn(HEADERS, algorithm))
    throw invalidField("algorithm", `must be one of ${Object.keys(HEADERS).join(", ")}`);
  const key = await hmacKey(secret, algorithm, "sign");
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, body));
  return `${algorithm}=${toHex(digest)}`;
}
