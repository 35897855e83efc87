import type { Schema } from "../schema/schema.ts";
import type { WireTerms } from "../terms/wire-terms.ts";
import type { Definition, Paging, ResponseSpec } from "./definition.ts";
import type { isCutOff, recordReport } from "./list-reports.ts";
import type { AnyOperation, Operation } from "./operation-types.ts";

// Definitions as plain data, which is all that the client reads of an operation.

/** A response with a JSON body. */
export interface JsonResponse {
  readonly json: Schema;
  /** Set if the body can contain a secret. */
  readonly isSecret?: true;
  /** Paths of integers above 2^53 in the body, and the function that quotes them; absent without such integers. */
  readonly bigIntegers?: { readonly paths: readonly string[]; readonly quote: QuoteIntegers };
}

/** Quotes the integers at some paths of a JSON text, so that parsing keeps every digit. */
export type QuoteIntegers = (json: string, paths: readonly string[]) => string;

/**
 * Definition of an operation as plain data, as far as calls need it. It refers to the functions for what few operations
 * have, so that bundles with only the others don't contain these functions.
 */
export interface CallDefinition
  extends Omit<Definition<JsonResponse, Schema>, "otherStatuses" | "since" | "retired" | "paging"> {
  readonly paging?: CallPaging;
  /** Translates the fields and values that vendors name differently; absent without such names. */
  readonly terms?: TermTranslation;
  /** Paths of secrets in the body, and the function that finds them; absent without secrets. */
  readonly secrets?: { readonly paths: readonly string[]; readonly find: FindSecrets };
}

/** Pagination of a list, with the functions for what few lists have. */
export interface CallPaging extends Paging {
  /** Records what pages report about the whole list; absent if they are bare arrays. */
  readonly recordReport?: typeof recordReport;
  /** Returns whether the service cut the list off; absent if it never does. */
  readonly isCutOff?: typeof isCutOff;
}

/** Translates a value between neutral names and those of a dialect. */
export interface TermTranslation {
  readonly toWire: TranslateTerms;
  readonly fromWire: TranslateTerms;
}

export type TranslateTerms = (dialect: Partial<WireTerms>, schema: Schema, value: unknown) => unknown;

/** Returns the strings at some paths of a value. */
export type FindSecrets = (value: unknown, paths: readonly string[]) => readonly string[];

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
