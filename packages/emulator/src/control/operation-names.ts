import { type AnyOperation, closestMatch } from "@forgehand/core/contract";
import { type Dialect, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";

// Put together when they are first asked for: most services never are.
let names: ReadonlyMap<AnyOperation, string> | undefined;

function operationNames(): ReadonlyMap<AnyOperation, string> {
  names ??= new Map(Object.entries<AnyOperation>(catalogue).map(([name, operation]) => [operation, name]));
  return names;
}

/** An operation's name: `starRepository`. */
export function nameOf(operation: AnyOperation): string {
  return operationNames().get(operation) ?? operation.route;
}

/**
 * An operation by its name, or by its route in neutral words or in the dialect's, whatever the placeholders are called.
 * @throws RangeError that names the nearest, where there is none
 */
export function findOperation(dialect: Dialect, wanted: string): AnyOperation {
  const found = new Map<string, AnyOperation>();
  const isRoute = wanted.trim().includes(" ");
  for (const [operation, name] of operationNames()) {
    if (isRoute) {
      found.set(`${operation.method} ${wirePath(dialect, operation.path)}`, operation);
      found.set(operation.route, operation);
    } else found.set(name, operation);
  }
  const word = plain(wanted);
  for (const [known, operation] of found) if (plain(known) === word) return operation;
  const near = closestMatch(wanted, found.keys());
  const advice = near === undefined ? "" : ` Is it ${JSON.stringify(near)}?`;
  throw new RangeError(`There is no operation ${JSON.stringify(wanted)}.${advice}`);
}

/** A route without what its placeholders are called, its method in capitals. */
function plain(route: string): string {
  return route
    .trim()
    .replace(/^\w+(?=\s)/, (method) => method.toUpperCase())
    .replace(/\s+/, " ")
    .replace(/\{[^}]*\}/g, "{}");
}
