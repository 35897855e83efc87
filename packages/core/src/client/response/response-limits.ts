import { invalidField } from "../../errors.ts";
import type { CallRequest } from "../middleware.ts";
import { type BodyLimits, responseTypeFor, type TransportResponse } from "../transport/transport.ts";

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

/** Whether a response is larger than allowed, also for transports that ignore the limits. */
export function isTooLarge(
  { responseType }: CallRequest,
  { status, text, bytes, exceeded }: TransportResponse,
  maxBytes: BodyLimits,
): boolean {
  // A character has at least one byte.
  return exceeded !== undefined || (bytes ?? text).length > maxBytes[limitedTypeOf(status, responseType)];
}

/** The kind of response that a limit is for. */
export function limitedTypeOf(status: number, responseType: CallRequest["responseType"]): keyof BodyLimits {
  return responseTypeFor(status, responseType) === "bytes" ? "bytes" : "text";
}
