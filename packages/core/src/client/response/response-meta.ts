import type { WireNames } from "../../dialect/dialect.ts";
import type { Clock } from "../clock.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { parseRateLimit, toRateLimitStatus } from "./rate-limit.ts";
import { redactorOf } from "./redactor-of.ts";
import { readRequestId } from "./request-id.ts";

/** Returns a response's metadata for the caller. */
export function responseMeta(response: CallResponse, request: CallRequest, dialect: WireNames, clock: Clock) {
  const { status, headers } = response;
  const requestId = readRequestId(headers, dialect, redactorOf(response, request));
  const now = clock.now();
  const rate = parseRateLimit(headers, now);
  return { status, headers, rateLimit: rate && toRateLimitStatus(rate, now), requestId };
}
