import { invalidField } from "../../errors.ts";
import type { CallRequest } from "../middleware.ts";
import {
  type BodyLimits,
  responseTypeFor,
  TOO_MANY_ENCODINGS,
  type TransportResponse,
} from "../transport/transport.ts";

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
 * @returns the exceeded limit, continuing the sentence after "The response"; undefined if there is none
 */
export function exceededLimit(
  request: CallRequest,
  response: TransportResponse,
  maxBytes: BodyLimits,
): string | undefined {
  const { status, text, bytes, exceeded } = response;
  if (exceeded === "encodings") return TOO_MANY_ENCODINGS;
  const type = responseTypeFor(status, request.responseType) === "bytes" ? "bytes" : "text";
  // A character has at least one byte.
  if (!exceeded && (bytes ?? text).length <= maxBytes[type]) return undefined;
  const option = type === "bytes" ? "maxDownloadBytes" : "maxBodyBytes";
  return `is larger than ${maxBytes[type]} bytes, the maximum of the option ${option}`;
}
