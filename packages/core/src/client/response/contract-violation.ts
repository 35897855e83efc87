import { joinSentences } from "../../error-texts.ts";
import { ResponseError } from "../../errors.ts";
import { describeMismatch } from "../../schema/describe-issue.ts";
import type { Schema } from "../../schema/schema.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { effectWarning } from "./not-json-error.ts";
import { redactorOf } from "./redactor-of.ts";

/**
 * The error for a response that the contract does not allow.
 * @param problem continues the sentence "The response does not match the contract"; its secrets are redacted
 */
export function contractViolation(request: CallRequest, response: CallResponse, problem: string): ResponseError {
  const { status } = response;
  const message = joinSentences(
    `The response does not match the contract, ${redactorOf(response, request)(problem)}`,
    effectWarning(request, status),
  );
  return new ResponseError(message, { ...callErrorContext(request), status });
}

/** Says where a response does not match its schema. */
export function mismatchOf(schema: Schema, output: unknown): string {
  const { at, problem } = describeMismatch(schema, output, "the whole body");
  return `where ${at} ${problem}`;
}
