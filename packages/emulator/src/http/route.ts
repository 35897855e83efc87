import { type AnyOperation, definitionOf, defOf, type ParsableDefinition, paceOf } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import type { Weight } from "../limits/accounting.ts";
import type { Handler } from "./call.ts";
import { readWord } from "./input.ts";

/** What is known of an operation before anybody calls it. */
export interface Route {
  readonly operation: AnyOperation;
  readonly definition: ParsableDefinition;
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

/**
 * Makes what tells whether a path's placeholders stand for words that they may stand for, where no word of the path says
 * what they are: a path with anything else there is none of this operation, but a misspelt one of another.
 */
export function fitting(dialect: Dialect, operation: AnyOperation) {
  let enumerated: ReturnType<typeof enumeratedIn> | undefined;
  return (names: Readonly<Record<string, string>>): boolean => {
    // Found at its first call, as with everything that schemas are needed for.
    const fields = enumerated ?? enumeratedIn(operation);
    enumerated = fields;
    return fields.every(([name, schema]) => z.safeParse(schema, readWord(dialect, schema, names[name])).success);
  };
}

/** The placeholders of a path that stand for one of several words, and follow another one at once. */
function enumeratedIn(operation: AnyOperation) {
  if (!operation.path.includes("}/{")) return [];
  const fields = Object.entries(definitionOf(operation).path?.shape ?? {});
  return fields.filter(([name, schema]) => operation.path.includes(`}/{${name}}`) && defOf(schema).type === "enum");
}
