import { takingFields } from "./contract/defined.ts";
import * as catalogue from "./contract/index.ts";
import type { AnyOperation, Operation } from "./contract/operation-types.ts";
import { wirePath } from "./dialect/dialect.ts";
import { DIALECTS } from "./dialect/dialects.ts";
import { InputError } from "./errors.ts";
import { lazy } from "./internal/lazy.ts";

const routes = /* @__PURE__ */ lazy(() => {
  const operations: AnyOperation[] = Object.values(catalogue);
  return new Map(
    operations.flatMap((operation) => [
      [plain(operation.route), operation] as const,
      ...Object.values(DIALECTS).map(
        (dialect) => [plain(`${operation.method} ${wirePath(dialect, operation.path)}`), operation] as const,
      ),
    ]),
  );
});

/**
 * Finds an operation by its route, whatever its placeholders are called.
 * @param route method and path in the neutral words or in a vendor's: `"PUT /repos/{owner}/{repo}/subscription"`
 * @returns the operation, taking any fields; undefined where the contract has none
 * @throws InputError on what is no text
 */
export function byRoute(route: string): Operation<Readonly<Record<string, unknown>>, unknown> | undefined {
  if (typeof route !== "string") {
    throw new InputError('route is a method and a path, such as "GET /repos/{owner}/{repo}".', { field: "route" });
  }
  const found = routes().get(plain(route));
  return found && takingFields(found);
}

function plain(route: string): string {
  return route.trim().replace(/\{[^}]*\}/g, "{}");
}
