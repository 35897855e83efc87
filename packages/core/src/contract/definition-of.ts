import type * as z from "zod/mini";
import { lazy } from "../internal/lazy.ts";
import type { Definition, ResponseSpec } from "./definition.ts";
import * as catalogue from "./index.ts";
import type { AnyOperation } from "./operation-types.ts";

// Reads the definitions of operations with the schemas that they were declared with, which are zod's in the contract.

/** Definition of an operation, with schemas that can be used for parsing. */
export type ParsableDefinition = Definition<z.ZodMiniType, z.ZodMiniObject>;
/** Meaning of a response, with a schema that can be used for parsing. */
export type ParsableResponseSpec = ResponseSpec<z.ZodMiniType>;

// The published operations are plain data. Their routes lead to the operations with declared schemas.
const declaredByRoute = lazy(
  () => new Map<string, AnyOperation>(Object.values(catalogue).map((operation) => [operation.route, operation])),
);

/**
 * Returns the definition of an operation; built at the first call.
 * @throws TypeError if the operation is neither the contract's nor made by `operation`
 */
export function definitionOf(operation: AnyOperation): ParsableDefinition {
  const declared = operation["~declared"]?.() ?? declaredByRoute().get(operation.route)?.["~declared"]?.();
  if (!declared) throw new TypeError(`The contract has no operation ${operation.route}.`);
  return declared as ParsableDefinition;
}

/** Returns whether a response has a JSON body described by a schema. */
export function isSchema(response: ResponseSpec): response is z.ZodMiniType {
  return typeof response === "object" && response !== null && "_zod" in response;
}
