import {
  ConnectionError,
  type ForgeError,
  invalidField,
  joinSentences,
  ResponseError,
  ServiceError,
} from "../../errors.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest } from "../middleware.ts";
import { type BodyLimits, MAX_ENCODINGS, responseTypeFor, type TransportResponse } from "../transport/transport.ts";
import { effectWarning } from "./not-json-error.ts";

/** Options that limit the size of responses, in bytes after decompression. Streams are not limited. */
export interface ResponseLimitOptions {
  /** Maximum size of a JSON, text or error response in bytes, after decompression; default 10,000,000. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum size of a file that `call` returns as bytes, after decompression; default 100,000,000. `download` returns a
   * stream instead, which has no maximum.
   */
  readonly maxDownloadBytes?: number | undefined;
}

/** @throws InputError if an option is invalid; its `field` names it */
export function readResponseLimits({
  maxBodyBytes = 10_000_000,
  maxDownloadBytes = 100_000_000,
}: ResponseLimitOptions): BodyLimits {
  for (const [name, value] of Object.entries({ maxBodyBytes, maxDownloadBytes })) {
    if (typeof value !== "number" || !(value >= 1)) throw invalidField(name, "must be a number of bytes, 1 or more");
  }
  return { text: maxBodyBytes, bytes: maxDownloadBytes };
}

/**
 * Checks the size of a response, also for transports that ignore the limits.
 * @throws ForgeError that names the exceeded limit
 */
export function checkResponseLimits(request: CallRequest, response: TransportResponse, maxBytes: BodyLimits): void {
  const { status, text, bytes, exceeded } = response;
  if (exceeded === "encodings") throw limitError(request, TOO_MANY_ENCODINGS, status);
  const type = responseTypeFor(status, request.responseType) === "bytes" ? "bytes" : "text";
  // A character has at least one byte.
  if (!exceeded && (bytes ?? text).length <= maxBytes[type]) return;
  const option = type === "bytes" ? "maxDownloadBytes" : "maxBodyBytes";
  throw limitError(request, `is larger than ${maxBytes[type]} bytes, the maximum of the option ${option}`, status);
}

/** The error for a response that the platform rejected because of a limit of its own; undefined for other reasons. */
export function platformLimitError(request: CallRequest, reason: string): ForgeError | undefined {
  if (/HEADERS?_OVERFLOW$/.test(reason)) return limitError(request, "has headers of more than 16 KB, the maximum");
  return /content-encodings/.test(reason) ? limitError(request, TOO_MANY_ENCODINGS) : undefined;
}

const TOO_MANY_ENCODINGS = `has more than ${MAX_ENCODINGS} content encodings, the maximum`;

/**
 * A ResponseError, unless a write may have taken effect although it was not confirmed: then an error with an outcome.
 * @param problem continues the sentence after "The response"
 */
function limitError(request: CallRequest, problem: string, status?: number): ForgeError {
  const message = joinSentences(`The response ${problem}`, effectWarning(request, status));
  const context = { ...callErrorContext(request), ...(status === undefined ? {} : { status }) };
  const isAmbiguous = request.definition.retry !== "safe" && (status === undefined || status >= 500);
  if (!isAmbiguous) return new ResponseError(message, context);
  return status === undefined ? new ConnectionError(message, context) : new ServiceError(message, context);
}
