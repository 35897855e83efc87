import type { EmulatorContext } from "./emulator-context.ts";
import { hmacOf, roundedExpiry } from "./state/link-signing.ts";

// Signed URLs outside the API that work for a limited time without authentication.

/**
 * Creates a link that works for the given number of seconds.
 * @param path from the root, without a query
 */
export function expiringLink(context: EmulatorContext, path: string, seconds: number): string {
  return signedLink(context, path, Math.floor(context.now().getTime() / 1000) + seconds);
}

/**
 * Creates a link that works for at least the given number of seconds and at most twice as long, so that repeated calls
 * return the same link.
 */
export function stableExpiringLink(context: EmulatorContext, path: string, seconds: number): string {
  return signedLink(context, path, roundedExpiry(context.now(), seconds));
}

function signedLink({ db, webUrl }: EmulatorContext, path: string, expiresAt: number): string {
  const { href, pathname } = new URL(path, webUrl);
  return `${href}?ends=${expiresAt}&mark=${hmacOf(db, pathname, String(expiresAt))}`;
}

/** Checks whether a link is genuine and has not expired. */
export function isLinkValid({ db, now }: EmulatorContext, { pathname, searchParams }: URL): boolean {
  const expiresAt = searchParams.get("ends") ?? "";
  return searchParams.get("mark") === hmacOf(db, pathname, expiresAt) && now().getTime() / 1000 < Number(expiresAt);
}
