import { invalidField } from "../errors.ts";
import { hmacKey } from "./hmac-key.ts";

/** The header that carries a signature, by its algorithm (document 1, Delivery). */
export const HEADERS = { sha1: "X-Hub-Signature", sha256: "X-Hub-Signature-256" } as const;

/** `sha256`, or the old `sha1`. */
export type Algorithm = keyof typeof HEADERS;

/**
 * Signs a delivery's raw body (document 1, Delivery).
 * @param algorithm `sha256` for `X-Hub-Signature-256`, `sha1` for the old `X-Hub-Signature`
 * @returns the header's value, `sha256=<hex>`
 * @throws InputError on what can't be signed, or signed with; the message repeats none of it
 */
export async function signBody(
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  algorithm: Algorithm = "sha256",
): Promise<string> {
  if (!(body instanceof Uint8Array)) throw invalidField("body", "must be the bytes to sign, a Uint8Array");
  if (typeof secret !== "string" || secret === "") throw invalidField("secret", "must be a string that is not empty");
  if (!Object.hasOwn(HEADERS, algorithm))
    throw invalidField("algorithm", `is none of ${Object.keys(HEADERS).join(", ")}`);
  const key = await hmacKey(secret, algorithm, "sign");
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, body));
  return `${algorithm}=${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
