import type { AnyOperation } from "../contract/operation-types.ts";
import type { CallRequest } from "./middleware.ts";

/** Error context of an operation that has not been sent. */
export function operationErrorContext({ route }: AnyOperation) {
  return { messagePrefix: `${route}:`, route };
}

/**
 * Error context of a call: method and path, without the query.
 * @param origin start of the address, for errors of connections
 */
export function callErrorContext({ method, url, operation: { route }, redact }: CallRequest, origin = "") {
  const address = `${origin}${url.pathname}`;
  return { messagePrefix: `${method} ${redact?.(address) ?? address}:`, route };
}
