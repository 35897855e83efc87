import type * as z from "zod/mini";
import type { Answer, Definition, Pace, Rule, RuleContext, Verbatim } from "./definition.ts";
import type { AnyOperation, Operation } from "./operation-types.ts";

// What it takes to read an operation: its definition, with schemas that zod can parse with.

/** All that the contract says of an operation, with schemas that can parse. */
export type Defined = Definition<z.ZodMiniType, z.ZodMiniObject>;
/** What an answer means, with a schema that can parse. */
export type DefinedAnswer = Answer<z.ZodMiniType>;

/** Everything the contract says of an operation; built at the first call. */
export function definitionOf(operation: AnyOperation): Defined {
  return operation.define() as Defined;
}

/** Any operation as one that takes any fields: what they may be is checked when it is called. */
export function takingFields(operation: AnyOperation): Operation<Readonly<Record<string, unknown>>, unknown> {
  return operation as Operation<Readonly<Record<string, unknown>>, unknown>;
}

/** A value that was held against an operation's contract, as whatever type was made from that contract. */
export function asTyped(checked: unknown): never {
  return checked as never;
}

/** What an answer of this status is, to who asked for one of the operation's own media types or for none. */
export function expectedAnswer(definition: Definition, status: number, mediaType: string | undefined): Answer {
  return mediaType !== undefined && status === 200 ? definition.media?.[mediaType] : definition.success[status];
}

/** Is this the schema of a body? */
export function isSchema(answer: Answer): answer is z.ZodMiniType {
  return typeof answer === "object" && answer !== null && "_zod" in answer;
}

/** Is this an answer that is no JSON? */
export function isVerbatim(answer: Answer): answer is Verbatim {
  return typeof answer === "object" && answer !== null && "verbatim" in answer;
}

/** What a rule says to who breaks it. */
export function messageOf({ message, detail }: Rule, context: RuleContext): string {
  return detail ? `${message} (${detail(context)})` : message;
}

/** What a call of an operation counts. */
export function paceOf(operation: AnyOperation): Pace {
  const cost = operation.method === "GET" ? 1 : 5;
  return { cost, createsContent: false, serial: [], resource: "core", ...definitionOf(operation).pace };
}
