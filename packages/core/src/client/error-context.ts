import type { AnyOperation } from "../contract/operation-types.ts";
import { type WireNames, wirePath } from "../dialect/dialect.ts";
import type { CallRequest } from "./middleware.ts";

/** Error context of an operation that has not been sent. Its route is written as on the wire. */
export function operationErrorContext({ method, path, route }: AnyOperation, dialect: WireNames) {
  return { messagePrefix: `${method} ${wirePath(dialect, path)}:`, route };
}

/**
 * Error context of a call: method and path, without the query.
 * @param origin start of the address, for errors of connections
 */
export function callErrorContext({ method, url, operation: { route }, redact }: CallRequest, origin = "") {
  const address = `${origin}${url.pathname}`;
  return { messagePrefix: `${method} ${redact?.(address) ?? address}:`, route };
}
