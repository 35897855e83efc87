import type { CallRequest } from "../middleware.ts";

/** Everything that determines the response: headers, including those of custom middleware, and URL. */
export function requestFingerprint({ headers, url }: CallRequest): string {
  return `${JSON.stringify(headers)}\n${url.href}`;
}
