import { isJson } from "../../contract/call-definition.ts";
import type { Verbatim } from "../../contract/definition.ts";
import { expectedResponse, isVerbatim } from "../../contract/definition.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { Validation, ValidationMode } from "../../validation/validation.ts";
import { describedError, type LoadFailures } from "../described-error.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { tryToLoad } from "../on-demand.ts";
import type { ErrorResponseContext } from "./error-response.ts";

/** Context for decoding responses. */
export interface DecodeContext extends ErrorResponseContext {
  readonly validation: Validation;
  readonly validationMode: ValidationMode;
  readonly loadFailures: LoadFailures;
}

/**
 * Decodes a response into the operation's output.
 * @throws ForgeError for any response that is neither a success nor a documented absence
 */
export function decodeResponse(request: CallRequest, response: CallResponse, context: DecodeContext): Promise<unknown> {
  const output = decode(request, response, context);
  const { onDecoded } = response;
  if (!onDecoded) return output;
  return output.then((value) => {
    onDecoded();
    return value;
  });
}

async function decode(request: CallRequest, response: CallResponse, context: DecodeContext): Promise<unknown> {
  const { success, absent } = request.definition;
  const { status, text } = response;
  const { loadFailures } = context;
  const notJson = () => describedError(request, response, loadFailures, (f) => f.notJsonError(request, response));
  const violation = (problem: string) =>
    describedError(request, response, loadFailures, (f) => f.contractViolation(request, response, problem));
  if ("output" in response) return response.output;
  if (absent?.[status] !== undefined && !response.isHidden) {
    // A wrong base URL also yields a 404, with a web page: that is not an absence.
    if (text !== "" && parseJson(text) === undefined) throw await notJson();
    return absent[status];
  }
  if (!Object.hasOwn(success, status))
    throw await describedError(request, response, loadFailures, (f) => f.errorFromResponse(request, response, context));
  const expected = expectedResponse(request.definition, status, request.mediaType);
  if (isVerbatim(expected)) {
    const output = readVerbatim(expected, request, response);
    if (output !== undefined) return output;
    throw await violation("in its location header, which must be an http or https URL");
  }
  if (!isJson(expected)) return expected;
  const { json: schema, bigIntegers } = expected;
  const data = parseJson(bigIntegers ? bigIntegers.quote(text, bigIntegers.paths) : text);
  if (data === undefined) throw await notJson();
  const { terms } = request.definition;
  const renamed = terms ? terms.fromWire(context.dialect, schema, data) : data;
  if (context.validationMode === "off" || context.validation(schema, renamed)) return renamed;
  if (context.validationMode === "strict")
    throw await describedError(request, response, loadFailures, (f) =>
      f.contractViolation(request, response, f.mismatchOf(schema, renamed)),
    );
  const descriptions = request.emit && (await tryToLoad(loadFailures, request.signal));
  const problem = descriptions?.redactorOf(response, request)(descriptions.mismatchOf(schema, renamed));
  request.emit?.({ type: "mismatch", status, problem: problem ?? "which could not be described" });
  return renamed;
}

/** Reads a response that is not JSON; undefined if it is invalid. */
function readVerbatim({ verbatim }: Verbatim, request: CallRequest, response: CallResponse): unknown {
  if (verbatim === "text") return response.text;
  if (verbatim === "bytes") return response.bytes ?? new Uint8Array();
  const location = response.headers.get("location") || undefined;
  const url = location && URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}
