import { type AnyOperation, closestMatch } from "@forgehand/core/contract";
import { type Dialect, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";

// Built on first use, because most emulators never need it.
let names: ReadonlyMap<AnyOperation, string> | undefined;

function operationNames(): ReadonlyMap<AnyOperation, string> {
  names ??= new Map(Object.entries<AnyOperation>(catalogue).map(([name, operation]) => [operation, name]));
  return names;
}

/** Returns an operation's name: `starRepository`. */
export function operationName(operation: AnyOperation): string {
  return operationNames().get(operation) ?? operation.route;
}

/**
 * Finds an operation by its name, or by its route in the neutral vocabulary or the dialect's. The names of path
 * parameters don't matter.
 * @throws RangeError that suggests the nearest operation
 */
export function findOperation(dialect: Dialect, nameOrRoute: string): AnyOperation {
  const candidates = new Map<string, AnyOperation>();
  const isRoute = nameOrRoute.trim().includes(" ");
  for (const [operation, name] of operationNames()) {
    if (isRoute) {
      candidates.set(`${operation.method} ${wirePath(dialect, operation.path)}`, operation);
      candidates.set(operation.route, operation);
    } else candidates.set(name, operation);
  }
  const normalized = normalizeRoute(nameOrRoute);
  for (const [candidate, operation] of candidates) if (normalizeRoute(candidate) === normalized) return operation;
  const suggestion = closestMatch(nameOrRoute, candidates.keys());
  const advice = suggestion === undefined ? "" : ` Did you mean ${JSON.stringify(suggestion)}?`;
  throw new RangeError(`There is no operation ${JSON.stringify(nameOrRoute)}.${advice}`);
}

/** Normalizes a route: method in capitals, path parameters without names. */
function normalizeRoute(route: string): string {
  return route
    .trim()
    .replace(/^\w+(?=\s)/, (method) => method.toUpperCase())
    .replace(/\s+/, " ")
    .replace(/\{[^}]*\}/g, "{}");
}
