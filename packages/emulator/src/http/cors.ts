import type { Dialect } from "@forgehand/core/dialects";
import type { HeaderList } from "./responder.ts";

/** CORS headers of the API, as in GitHub's documentation of cross-origin resource sharing, but for allowed origins. */
export interface Cors {
  /**
   * Returns the headers of a response.
   * @param origin the request's origin. Requests of other origins than the allowed ones don't get this far.
   */
  responseHeaders(origin: string | undefined): HeaderList;
  /** Returns the headers of the response to a preflight request. */
  preflightHeaders(origin: string | undefined): HeaderList;
}

export function createCors({ headers: headerNames }: Dialect, allowsAnyOrigin: boolean): Cors {
  const exposedHeaders = [
    "ETag, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset",
    "X-RateLimit-Resource, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, Deprecation, Sunset",
    headerNames.mediaType,
    headerNames.selectedVersion,
    headerNames.enterpriseVersion,
    headerNames.acceptedPermissions,
    headerNames.requestId,
    headerNames.tokenExpiration,
  ];
  const allowedHeaders = [
    "Authorization, Content-Type, Accept, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since",
    `X-Requested-With, ${headerNames.apiVersion}`,
  ];
  const expose = ["access-control-expose-headers", exposedHeaders.join(", ")];
  const preflight = [
    ["access-control-allow-methods", "GET, POST, PATCH, PUT, DELETE"],
    ["access-control-allow-headers", allowedHeaders.join(", ")],
    ["access-control-max-age", "86400"],
  ].flat();
  const forAnyOrigin = [...allowOrigin("*", allowsAnyOrigin), ...expose];
  const withoutOrigin = allowOrigin(undefined, allowsAnyOrigin);

  function responseHeaders(origin: string | undefined): HeaderList {
    if (allowsAnyOrigin) return forAnyOrigin;
    return origin === undefined ? withoutOrigin : [...allowOrigin(origin, allowsAnyOrigin), ...expose];
  }

  return {
    responseHeaders,
    preflightHeaders(origin) {
      const isAllowed = allowsAnyOrigin || origin !== undefined;
      return isAllowed ? [...responseHeaders(origin), ...preflight] : withoutOrigin;
    },
  };
}

/**
 * Returns the headers that let an allowed origin read a response.
 * @param origin the request's origin
 */
export function allowOrigin(origin: string | undefined, allowsAnyOrigin: boolean): HeaderList {
  if (allowsAnyOrigin) return ["access-control-allow-origin", "*"];
  return ["vary", "Origin", ...(origin === undefined ? [] : ["access-control-allow-origin", origin])];
}
