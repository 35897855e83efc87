import { type AnyOperation, type Defined, definitionOf, paceOf } from "@forgehand/core/contract";
import type { Weight } from "../limits/accounting.ts";
import type { Handler } from "./call.ts";

/** What is known of an operation before anybody calls it. */
export interface Route {
  readonly operation: AnyOperation;
  readonly definition: Defined;
  readonly handler: Handler;
  /** What a call counts on the limits. */
  readonly weight: Weight;
  /** How many bytes a call's body may have. */
  readonly largestBody: number;
}

const MEGABYTE = 1024 * 1024;

/** An operation's route, put together at its first call: most are never called, and their schemas never needed. */
export function lazyRoute(handler: Handler): () => Route {
  let route: Route | undefined;
  return () => {
    route ??= routeOf(handler);
    return route;
  };
}

function routeOf(handler: Handler): Route {
  const { operation } = handler;
  const definition = definitionOf(operation);
  const { cost, createsContent, resource } = paceOf(operation);
  return {
    ...{ operation, definition, handler },
    weight: { points: cost, createsContent, resource },
    // Of a file's contents 100 MB, which are sent in base64.
    largestBody: (definition.segments ? 140 : 10) * MEGABYTE,
  };
}

/** What a call counts that no operation is at home at. */
export function weightOfNothing(method: string): Weight {
  return { points: method === "GET" ? 1 : 5, createsContent: false, resource: "core" };
}

/** Does an operation's last placeholder take several segments? Only a `{path}` does. */
export function takesSeveral(operation: AnyOperation): boolean {
  return operation.path.endsWith("/{path}") && definitionOf(operation).segments === "path";
}
