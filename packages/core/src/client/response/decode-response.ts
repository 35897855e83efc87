import { isJson } from "../../contract/call-definition.ts";
import type { Verbatim } from "../../contract/definition.ts";
import { expectedResponse, isVerbatim } from "../../contract/definition.ts";
import { joinSentences, ResponseError } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import { describeMismatch } from "../../schema/describe-issue.ts";
import type { Validation, ValidationMode } from "../../validation/validation.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { type ErrorResponseContext, errorFromResponse } from "./error-response.ts";
import { effectWarning, notJsonError } from "./not-json-error.ts";
import { redactorOf } from "./redactor-of.ts";

/** Context for decoding responses. */
export interface DecodeContext extends ErrorResponseContext {
  readonly validation: Validation;
  readonly validationMode: ValidationMode;
}

/**
 * Decodes a response into the operation's output.
 * @throws ForgeError for any response that is neither a success nor a documented absence
 */
export function decodeResponse(request: CallRequest, response: CallResponse, context: DecodeContext): unknown {
  const output = decode(request, response, context);
  response.onDecoded?.();
  return output;
}

function decode(request: CallRequest, response: CallResponse, context: DecodeContext): unknown {
  const { success, absent } = request.definition;
  const { status, text } = response;
  const redact = redactorOf(response, request);
  if ("output" in response) return response.output;
  if (absent?.[status] !== undefined && !response.isHidden) {
    // A wrong base URL also yields a 404, with a web page: that is not an absence.
    if (text !== "" && parseJson(text) === undefined) throw notJsonError(request, response, redact);
    return absent[status];
  }
  if (!Object.hasOwn(success, status)) throw errorFromResponse(request, response, context, redact);
  const expected = expectedResponse(request.definition, status, request.mediaType);
  if (isVerbatim(expected)) return readVerbatim(expected, request, response);
  if (!isJson(expected)) return expected;
  const { json: schema, bigIntegers } = expected;
  const data = parseJson(bigIntegers ? bigIntegers.quote(text, bigIntegers.paths) : text);
  if (data === undefined) throw notJsonError(request, response, redact);
  const { terms } = request.definition;
  const renamed = terms ? terms.fromWire(context.dialect, schema, data) : data;
  if (context.validationMode === "off") return renamed;
  if (context.validation(schema, renamed)) return renamed;
  const { at, problem: mismatch } = describeMismatch(schema, renamed, "the whole body");
  const problem = redact(`where ${at} ${mismatch}`);
  if (context.validationMode === "strict") throw contractViolation(request, response, problem);
  request.emit?.({ type: "mismatch", status, problem });
  return renamed;
}

function readVerbatim({ verbatim }: Verbatim, request: CallRequest, response: CallResponse): unknown {
  if (verbatim === "text") return response.text;
  if (verbatim === "bytes") return response.bytes ?? new Uint8Array();
  const location = response.headers.get("location") || undefined;
  const url = location && URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw contractViolation(request, response, "in its location header, which must be an http or https URL");
}

function contractViolation(request: CallRequest, response: CallResponse, problem: string): ResponseError {
  const { status } = response;
  const message = joinSentences(
    `The response does not match the contract, ${problem}`,
    effectWarning(request, response.status),
  );
  return new ResponseError(message, { ...callErrorContext(request), status });
}
