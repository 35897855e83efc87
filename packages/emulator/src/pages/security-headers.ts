import type { Context, MiddlewareHandler } from "hono";
import * as requestSource from "../http/request-source.ts";

/**
 * Hash of the only inline style: the progress bar that Turbo adds. Everything else comes from the emulator's own files.
 */
const PROGRESS_BAR_STYLE = "sha256-WAyOw4V+FqDc35lQPyRADLBWbuNK8ahvYEaQIYF1+Ps=";

/** Content security policy of all pages. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  `style-src 'self' '${PROGRESS_BAR_STYLE}'`,
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Middleware that sets the security and caching headers of pages. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set("x-content-type-options", "nosniff");
  if (!headers.get("content-type")?.startsWith("text/html")) return;
  headers.set("content-security-policy", CONTENT_SECURITY_POLICY);
  headers.set("referrer-policy", "same-origin");
  // Pages depend on the signed-in user and on state that can change at any time.
  headers.set("cache-control", "private, no-cache");
  headers.set("vary", "Cookie");
};

/** Returns whether a form was submitted from another site's page. */
export function isCrossSite(c: Context): boolean {
  const headers = c.req.header();
  // A proxy can change the host, so the browser's Sec-Fetch-Site header is preferred.
  return requestSource.isCrossSite(headers) ?? requestSource.isCrossOrigin(headers);
}
