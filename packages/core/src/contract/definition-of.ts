import type * as z from "zod/mini";
import type { Definition, InputRule, Pace, ResponseSpec, RuleContext, Verbatim } from "./definition.ts";
import type { AnyOperation, Operation } from "./operation-types.ts";

// Reads the definitions of operations. Here, their schemas have zod's own types, so that they can be used for parsing.

/** Definition of an operation, with schemas that can be used for parsing. */
export type ParsableDefinition = Definition<z.ZodMiniType, z.ZodMiniObject>;
/** Meaning of a response, with a schema that can be used for parsing. */
export type ParsableResponseSpec = ResponseSpec<z.ZodMiniType>;

/** Returns the definition of an operation; built at the first call. */
export function definitionOf(operation: AnyOperation): ParsableDefinition {
  return operation.define() as ParsableDefinition;
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

/** Returns the meaning of a response with this status, for the requested media type if any. */
export function expectedResponse(definition: Definition, status: number, mediaType: string | undefined): ResponseSpec {
  return mediaType !== undefined && status === 200 ? definition.media?.[mediaType] : definition.success[status];
}

/** Returns whether a response has a JSON body described by a schema. */
export function isSchema(response: ResponseSpec): response is z.ZodMiniType {
  return typeof response === "object" && response !== null && "_zod" in response;
}

/** Returns whether a response is not JSON. */
export function isVerbatim(response: ResponseSpec): response is Verbatim {
  return typeof response === "object" && response !== null && "verbatim" in response;
}

/** Returns the message for a violated rule. */
export function ruleMessage({ message, detail }: InputRule, context: RuleContext): string {
  return detail ? `${message} (${detail(context)})` : message;
}

/** Returns how a call of an operation counts toward the rate limits. */
export function paceOf(operation: AnyOperation): Pace {
  const cost = operation.method === "GET" ? 1 : 5;
  return { cost, createsContent: false, serial: [], resource: "core", ...definitionOf(operation).pace };
}
