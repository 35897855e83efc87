import type { Schema } from "../schema/schema.ts";
import type { Definition, Pace, ResponseSpec } from "./definition.ts";
import type { AnyOperation, Operation } from "./operation-types.ts";

// Definitions as plain data, which is all that the client reads of an operation.

/** A response with a JSON body. */
export interface JsonResponse {
  readonly json: Schema;
}

/** Definition of an operation as plain data, as far as calls need it. */
export type CallDefinition = Omit<Definition<JsonResponse, Schema>, "otherStatuses" | "since" | "retired">;

/** Meaning of a response, as plain data. */
export type CallResponseSpec = ResponseSpec<JsonResponse>;

/** Returns the definition of an operation as plain data; built at the first call. */
export function callDefinitionOf(operation: AnyOperation): CallDefinition {
  return operation.define() as CallDefinition;
}

/** Returns whether a response has a JSON body. */
export function isJson(response: CallResponseSpec): response is JsonResponse {
  return typeof response === "object" && response !== null && "json" in response;
}

/** An operation whose input and kind are checked when it is called. */
export type UncheckedOperation = Operation<Readonly<Record<string, unknown>>, unknown, unknown, "list">;

/** Returns the operation typed to accept any fields, and to be a list. */
export function asUntypedOperation(operation: AnyOperation): UncheckedOperation {
  return operation as UncheckedOperation;
}

/** Casts a validated value to the type that was derived from the same schema. */
export function castValidated(validated: unknown): never {
  return validated as never;
}

/** Returns how a call of an operation counts toward the rate limits. */
export function paceOf(operation: AnyOperation): Pace {
  const cost = operation.method === "GET" ? 1 : 5;
  return { cost, createsContent: false, serial: [], resource: "core", ...callDefinitionOf(operation).pace };
}
