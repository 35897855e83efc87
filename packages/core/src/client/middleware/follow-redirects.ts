import { callErrorContext } from "../error-context.ts";
import { loadClientParts } from "../load-client-parts.ts";
import type { Send } from "../middleware.ts";
import { loadBeforeSending } from "../on-demand.ts";

/**
 * Follows redirects without changing the call: a write keeps its method, and neither token, body nor custom headers
 * leave the service's origin. Must come before the middleware that adds the token.
 */
export function followRedirects(next: Send): Send {
  return async (request) => {
    const response = await next(request);
    const { status } = response;
    if (status < 301 || status > 308 || status === 304) return response;
    const { followRedirect } = await loadBeforeSending(loadClientParts, request.signal, callErrorContext(request));
    return followRedirect(request, response, next);
  };
}
