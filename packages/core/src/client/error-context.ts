import type { AnyOperation } from "../contract/operation-types.ts";
import type { CallRequest } from "./middleware.ts";

/** Error context of an operation that has not been sent. */
export function operationErrorContext({ route }: AnyOperation) {
  return { messagePrefix: `${route}:`, route };
}

/** Error context of a call: method and path, without the query. */
export function callErrorContext({ method, url: { pathname }, operation: { route }, redact }: CallRequest) {
  return { messagePrefix: `${method} ${redact?.(pathname) ?? pathname}:`, route };
}
