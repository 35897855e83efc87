import type { Dialect } from "@forgehand/core/dialects";

/** CORS headers that allow pages of any origin to use the API, since authorization needs a token anyway. */
export interface CorsHeaders {
  readonly response: Readonly<Record<string, string>>;
  /** For responses to preflight requests. */
  readonly preflight: Readonly<Record<string, string>>;
}

/** Returns the CORS headers of an emulator, as in GitHub's documentation of cross-origin resource sharing. */
export function corsHeaders({ headers: headerNames }: Dialect): CorsHeaders {
  const response = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [
      "ETag, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset",
      "X-RateLimit-Resource, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, Deprecation, Sunset",
      headerNames.acceptedPermissions,
      headerNames.requestId,
      headerNames.tokenExpiration,
    ].join(", "),
  };
  return {
    response,
    preflight: {
      ...response,
      "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
      "access-control-allow-headers": [
        "Authorization, Content-Type, Accept, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since",
        `X-Requested-With, ${headerNames.apiVersion}`,
      ].join(", "),
      "access-control-max-age": "86400",
    },
  };
}
