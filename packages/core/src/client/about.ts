import type { AnyOperation } from "../contract/operation-types.ts";
import type { Outgoing } from "./chain.ts";

// What errors say of what they are about.

/** An operation, where no call of it has been sent. */
export function aboutOperation({ route }: AnyOperation) {
  return { about: `${route}:`, route };
}

/** A call: method and path, without its query. */
export function aboutCall({ method, url, operation: { route } }: Outgoing) {
  return { about: `${method} ${url.pathname}:`, route };
}
