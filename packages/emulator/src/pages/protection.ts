import type { Context, MiddlewareHandler } from "hono";
import { isOfOtherOrigin, isOfOtherSite } from "../http/who-asks.ts";

/**
 * The one style that soft navigation puts into pages by itself (its progress bar), by its digest. Everything else comes from
 * files of this service.
 */
const PROGRESS_BAR = "sha256-WAyOw4V+FqDc35lQPyRADLBWbuNK8ahvYEaQIYF1+Ps=";

/** Where what is in a page may come from, and where it may be shown. */
const POLICY = [
  "default-src 'self'",
  `style-src 'self' '${PROGRESS_BAR}'`,
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** What browsers are told to keep pages to. */
export const protect: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set("x-content-type-options", "nosniff");
  if (!headers.get("content-type")?.startsWith("text/html")) return;
  headers.set("content-security-policy", POLICY);
  headers.set("x-frame-options", "DENY");
  headers.set("referrer-policy", "same-origin");
  // What a page shows depends on who is signed in, and on state that changes at any time.
  headers.set("cache-control", "private, no-cache");
  headers.set("vary", "Cookie");
};

/** Was a form sent by another site's page? */
export function isForeign(context: Context): boolean {
  const headers = context.req.header();
  // A proxy may have put another name in place of the host; what the browser says of the site it leaves.
  return isOfOtherSite(headers) ?? isOfOtherOrigin(headers);
}
