import type { CallResponse } from "../middleware.ts";

/** The parts of a response that concern rate limits. */
export type LimitResponse = Pick<CallResponse, "status" | "headers" | "text">;

/**
 * Whether a response seems to reject a call because of a rate limit. `parseRateLimitRejection` decides it; whatever it
 * recognizes, this does, too.
 */
export function seemsLimitRejection({ status, headers, text }: LimitResponse): boolean {
  if (status === 429) return true;
  const isCandidate = status === 403 || (status === 422 && !/"message": *"validation failed/i.test(text));
  return isCandidate && (headers.has("retry-after") || /rate limit|too quickly|abuse detection/i.test(text));
}
