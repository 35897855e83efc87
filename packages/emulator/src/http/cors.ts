import type { Dialect } from "@forgehand/core/dialects";

/** Headers that let pages of any origin use the API: whoever has a token may call from wherever it is. */
export interface CorsHeaders {
  /** On every answer. */
  readonly answer: Readonly<Record<string, string>>;
  /** On the answer to a browser that asks first. */
  readonly preflight: Readonly<Record<string, string>>;
}

/** The same for every call of a service (public documentation of the API: cross-origin resource sharing). */
export function corsHeaders({ headers: named }: Dialect): CorsHeaders {
  const answer = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [
      "ETag, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset",
      "X-RateLimit-Resource, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, Deprecation, Sunset",
      ...[named.acceptedPermissions, named.requestId, named.tokenExpiration],
    ].join(", "),
  };
  return {
    answer,
    preflight: {
      ...answer,
      "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
      "access-control-allow-headers": [
        "Authorization, Content-Type, Accept, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since",
        `X-Requested-With, ${named.apiVersion}`,
      ].join(", "),
      "access-control-max-age": "86400",
    },
  };
}
