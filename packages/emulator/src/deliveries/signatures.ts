import { createHmac } from "node:crypto";

/**
 * Returns the headers that sign a body. The implementation is independent of the one that core verifies with, so that
 * each checks the other.
 */
export function signatureHeaders(body: string, secret: string): Record<string, string> {
  const digest = (algorithm: string) => `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
  return { "X-Hub-Signature": digest("sha1"), "X-Hub-Signature-256": digest("sha256") };
}
