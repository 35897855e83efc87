import { type AnyOperation, definitionOf, defOf, type ParsableDefinition, paceOf } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import type { CallWeight } from "../limits/rate-limiter.ts";
import type { Handler } from "./handler.ts";
import { readTerm } from "./input.ts";

/** An operation with the values that are derived from it once, not at each call. */
export interface ApiRoute {
  readonly operation: AnyOperation;
  readonly definition: ParsableDefinition;
  readonly handler: Handler;
  /** Weight of a call for the rate limits. */
  readonly weight: CallWeight;
  /** Whether the operation is served at the root for uploads. */
  readonly isUpload: boolean;
  /** Maximum size of a call's body in bytes. */
  readonly maxBodySize: number;
  /** Whether caches must not reuse responses: those of searches and of the rate limits (source: recorded). */
  readonly isUncached: boolean;
}

const MEGABYTE = 1024 * 1024;

/** Creates an operation's route at its first call. Most operations are never called, so their schemas aren't built. */
export function lazyRoute(handler: Handler): () => ApiRoute {
  let route: ApiRoute | undefined;
  return () => {
    route ??= createRoute(handler);
    return route;
  };
}

function createRoute(handler: Handler): ApiRoute {
  const { operation } = handler;
  const definition = definitionOf(operation);
  const { cost, createsContent, resource } = paceOf(operation);
  return {
    operation,
    definition,
    handler,
    weight: { points: cost, createsContent, resource },
    isUpload: definition.upload !== undefined,
    maxBodySize: maxBodySizeOf(definition),
    isUncached: operation.path.startsWith("/search/") || operation.route === "GET /rate_limit",
  };
}

/** File contents can have 100 MB, sent in base64. Uploads can have 2 GiB on GitHub; here they are kept in memory. */
function maxBodySizeOf({ upload, segments }: ParsableDefinition): number {
  return (upload ? 512 : segments ? 140 : 10) * MEGABYTE;
}

/** Returns the weight of a call to an unknown route. */
export function defaultWeight(method: string): CallWeight {
  return { points: method === "GET" ? 1 : 5, createsContent: false, resource: "core" };
}

/** Parameters that can match several segments. Building the definitions of all operations would delay the start. */
const SEGMENTS_PARAMETER = /\/\{(?:path|ref)\}$/;

/** Whether an operation's last path parameter matches several segments: a file path or a ref. */
export function hasCatchAll(operation: AnyOperation): boolean {
  return SEGMENTS_PARAMETER.test(operation.path) && definitionOf(operation).segments !== undefined;
}

/**
 * Creates the function that checks whether path parameters with a fixed set of values have one of these values. Paths
 * with other values belong to another operation or to none.
 */
export function createParamsMatcher(dialect: Dialect, operation: AnyOperation) {
  let cachedParams: ReturnType<typeof enumParams> | undefined;
  return (params: Readonly<Record<string, string>>): boolean => {
    // Computed at the first call, like everything that needs schemas.
    const fields = cachedParams ?? enumParams(operation);
    cachedParams = fields;
    return fields.every(([name, schema]) => z.safeParse(schema, readTerm(dialect, schema, params[name])).success);
  };
}

/** Returns the enum parameters of a path that directly follow another parameter. */
function enumParams(operation: AnyOperation) {
  if (!operation.path.includes("}/{")) return [];
  const fields = Object.entries(definitionOf(operation).path?.shape ?? {});
  return fields.filter(([name, schema]) => operation.path.includes(`}/{${name}}`) && defOf(schema).type === "enum");
}
