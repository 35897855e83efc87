import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Secrets of one start of the emulator. They are in no state, snapshot or log. */
export interface AccessKeys {
  /** Bearer token of the control API. */
  readonly controlToken: string;
  /** Key in the path of the start page that shows the tokens. */
  readonly startKey: string;
}

export function createAccessKeys(): AccessKeys {
  const randomText = () => randomBytes(24).toString("base64url");
  return { controlToken: `control_${randomText()}`, startKey: `start_${randomText()}` };
}

/** Path before the start page's key. The key is redacted in logs. */
export const START_PATH = "/_start/";

/**
 * Returns the URL of the start page with its tokens. The key is not in a cookie, because browsers send those to every
 * port of a host, and so to other local servers.
 */
export function startPageUrl(webUrl: string, { startKey }: AccessKeys): string {
  return `${webUrl}${START_PATH}${startKey}`;
}

/** Compares a received secret in a time that doesn't depend on its content. */
export function isSameSecret(received: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return received !== undefined && timingSafeEqual(digest(received), digest(secret));
}
