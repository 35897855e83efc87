import { createHmac } from "node:crypto";

/**
 * The headers that sign a body (document 1, Delivery). They are made by other means than the core verifies with, so that
 * each is a check on the other.
 */
export function signaturesOf(body: string, secret: string): Record<string, string> {
  const digest = (algorithm: string) => `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
  return { "X-Hub-Signature": digest("sha1"), "X-Hub-Signature-256": digest("sha256") };
}
