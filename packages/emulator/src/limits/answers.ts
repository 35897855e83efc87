import { Refusal } from "../http/refusal.ts";
import type { HeaderList } from "../http/respond.ts";
import type { KeptOut, Standing } from "./accounting.ts";
import type { Owner, Resource } from "./settings.ts";

/**
 * What who is kept out is told (document 1, Errors and Limits; public documentation of rate limits). A primary limit
 * answers 403 on `core` and 429 on the others: the service does both, so who calls should meet both. A secondary limit
 * answers 403, and 422 to what creates content.
 */
export function limitRefusal(owner: Owner, { refused, wait }: KeptOut, resource: Resource | undefined): Refusal {
  if (refused === "primary") {
    const message = `API rate limit exceeded for ${owner.name}.`;
    return new Refusal(resource === "core" ? 403 : 429, message);
  }
  const later = { "retry-after": String(Math.max(1, Math.ceil(wait / 1000))) };
  return refused === "content"
    ? new Refusal(422, TOO_MUCH_CONTENT, undefined, later)
    : new Refusal(403, TOO_QUICK, undefined, later);
}

const TOO_QUICK = "You have exceeded a secondary rate limit. Please wait before you try again.";
const TOO_MUCH_CONTENT =
  "This was submitted too quickly: you have exceeded a secondary rate limit for creating content.";

/** The headers of every answer that say how its caller stands; none where nothing is limited. */
export function rateHeaders(standing: Standing | undefined): HeaderList {
  if (!standing) return [];
  return [
    ...["x-ratelimit-limit", String(standing.limit), "x-ratelimit-remaining", String(standing.remaining)],
    ...["x-ratelimit-used", String(standing.used), "x-ratelimit-reset", String(standing.reset)],
    ...["x-ratelimit-resource", standing.resource],
  ];
}

/** How a caller stands with each primary limit, as GET /rate_limit says it; null where nothing is limited. */
export function rateLimitsOf(standings: readonly Standing[]) {
  const figures = new Map(standings.map(({ resource, ...standing }) => [resource, standing]));
  const [core, search] = [figures.get("core"), figures.get("search")];
  return core && search ? { resources: { ...Object.fromEntries(figures), core, search }, rate: core } : null;
}
