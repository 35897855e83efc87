import { joinSentences } from "../../error-texts.ts";
import { ConnectionError, type ForgeError, ResponseError, ServiceError } from "../../errors.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest } from "../middleware.ts";
import { type BodyLimits, MAX_ENCODINGS, type TransportResponse } from "../transport/transport.ts";
import { effectWarning } from "./not-json-error.ts";
import { limitedTypeOf } from "./response-limits.ts";

const TOO_MANY_ENCODINGS = `has more than ${MAX_ENCODINGS} content encodings, the maximum`;

/** The error for a response that the platform rejected because of a limit of its own; undefined for other reasons. */
export function platformLimitError(request: CallRequest, reason: string): ForgeError | undefined {
  if (/HEADERS?_OVERFLOW$/.test(reason)) return limitError(request, "has headers of more than 16 KB, the maximum");
  return /content-encodings/.test(reason) ? limitError(request, TOO_MANY_ENCODINGS) : undefined;
}

/** The error for a response that is larger than the client's options allow. */
export function sizeError(request: CallRequest, response: TransportResponse, maxBytes: BodyLimits): ForgeError {
  const { status, exceeded } = response;
  const type = limitedTypeOf(status, request.responseType);
  const option = type === "bytes" ? "maxDownloadBytes" : "maxBodyBytes";
  const tooLarge = `is larger than ${maxBytes[type]} bytes, the maximum of the option ${option}`;
  return limitError(request, exceeded === "encodings" ? TOO_MANY_ENCODINGS : tooLarge, status);
}

/**
 * A ResponseError, unless a write may have taken effect although it was not confirmed: then an error with an outcome.
 * @param problem continues the sentence after "The response"
 * @param status undefined if it is unknown
 */
function limitError(request: CallRequest, problem: string, status?: number): ForgeError {
  const message = joinSentences(`The response ${problem}`, effectWarning(request, status));
  const context = { ...callErrorContext(request), ...(status === undefined ? {} : { status }) };
  const isAmbiguous = request.definition.retry !== "safe" && (status === undefined || status >= 500);
  if (!isAmbiguous) return new ResponseError(message, context);
  return status === undefined ? new ConnectionError(message, context) : new ServiceError(message, context);
}
