import { HttpError } from "../http-error.ts";
import type { RateLimitStatus, RejectedCall } from "../limits/rate-limiter.ts";
import type { LimitedResource, QuotaOwner } from "../limits/settings.ts";
import type { HeaderList } from "./responder.ts";

/**
 * Creates the error for a rejected call. GitHub responds to calls over a primary limit with 403 or 429, so the emulator
 * uses both: 403 for `core`, 429 for other resources. For secondary limits it uses 403, and 422 for content creation.
 */
export function rateLimitError(
  owner: QuotaOwner,
  { refused, retryAfter }: RejectedCall,
  resource: LimitedResource | undefined,
): HttpError {
  if (refused === "primary") {
    const message = `API rate limit exceeded for ${owner.name}.`;
    return new HttpError(resource === "core" ? 403 : 429, message);
  }
  const headers = { "retry-after": String(Math.max(1, Math.ceil(retryAfter / 1000))) };
  return refused === "content"
    ? new HttpError(422, CONTENT_LIMIT_MESSAGE, undefined, headers)
    : new HttpError(403, SECONDARY_LIMIT_MESSAGE, undefined, headers);
}

const SECONDARY_LIMIT_MESSAGE = "You have exceeded a secondary rate limit. Please wait before you try again.";
const CONTENT_LIMIT_MESSAGE =
  "This was submitted too quickly: you have exceeded a secondary rate limit for creating content.";

/** Returns the rate limit headers of a response; none for a resource without a limit. */
export function rateLimitHeaders(status: RateLimitStatus | undefined): HeaderList {
  if (!status) return [];
  return [
    "x-ratelimit-limit",
    String(status.limit),
    "x-ratelimit-remaining",
    String(status.remaining),
    "x-ratelimit-used",
    String(status.used),
    "x-ratelimit-reset",
    String(status.reset),
    "x-ratelimit-resource",
    status.resource,
  ];
}

/** Returns the response of `GET /rate_limit`; null without primary limits. */
export function rateLimitsOf(statuses: readonly RateLimitStatus[]) {
  const statusByResource = new Map(statuses.map(({ resource, ...status }) => [resource, status]));
  const [core, search] = [statusByResource.get("core"), statusByResource.get("search")];
  return core && search ? { resources: { ...Object.fromEntries(statusByResource), core, search }, rate: core } : null;
}
