import { asUntypedOperation } from "./contract/call-definition.ts";
import * as catalogue from "./contract/index.ts";
import type { AnyOperation, Operation } from "./contract/operation-types.ts";
import { wirePath } from "./dialect/dialect.ts";
import { DIALECTS } from "./dialect/dialects.ts";
import { InputError } from "./errors.ts";
import { lazy } from "./internal/lazy.ts";

const operationsByRoute = lazy(() => {
  const operations: AnyOperation[] = Object.values(catalogue);
  return new Map(
    operations.flatMap((operation) => [
      [normalizeRoute(operation.route), operation] as const,
      ...Object.values(DIALECTS).map(
        (dialect) => [normalizeRoute(`${operation.method} ${wirePath(dialect, operation.path)}`), operation] as const,
      ),
    ]),
  );
});

/**
 * Finds an operation by its route; placeholder names do not matter.
 * @param route method and path with neutral or vendor names: `"PUT /repos/{owner}/{repo}/subscription"`
 * @returns the operation with an untyped input; undefined if the contract has none
 * @throws InputError if `route` is not a string
 */
export function byRoute(route: string): Operation<Readonly<Record<string, unknown>>, unknown> | undefined {
  if (typeof route !== "string") {
    throw new InputError('route must be a method and a path, such as "GET /repos/{owner}/{repo}".', { field: "route" });
  }
  const found = operationsByRoute().get(normalizeRoute(route));
  return found && asUntypedOperation(found);
}

function normalizeRoute(route: string): string {
  return route.trim().replace(/\{[^}]*\}/g, "{}");
}
