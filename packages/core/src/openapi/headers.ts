import type { Access, TokenKind } from "../contract/access.ts";
import type { Dialect } from "../dialect/dialect.ts";

// The response headers that operations have in common, as components.

const TEXT = { type: "string" };
const COUNT = { type: "integer", minimum: 0 };

/** Component name and definition of the rate-limit headers, by header name. */
const RATE_LIMIT_HEADERS: HeaderTable = {
  "X-RateLimit-Limit": ["RateLimitLimit", "Number of requests that the rate limit allows per window.", COUNT],
  "X-RateLimit-Remaining": ["RateLimitRemaining", "Number of requests left in the current window.", COUNT],
  "X-RateLimit-Used": ["RateLimitUsed", "Number of requests made in the current window.", COUNT],
  "X-RateLimit-Reset": ["RateLimitReset", "End of the current window, in seconds since 1970.", COUNT],
  "X-RateLimit-Resource": ["RateLimitResource", "Rate limit that the request counted against.", TEXT],
};

const OTHER_HEADERS: HeaderTable = {
  ETag: ["ETag", "Version of the response, for `If-None-Match` in a later request.", TEXT],
  Link: ["Link", "URLs of the next, previous, first and last page, if they exist.", TEXT],
  "Retry-After": [
    "RetryAfter",
    "Number of seconds to wait before the next request, after a secondary rate limit or an outage.",
    COUNT,
  ],
};

type HeaderTable = Readonly<Record<string, readonly [component: string, description: string, schema: object]>>;

/** References to header components, by header name. */
export type HeaderReferences = Readonly<Record<string, { readonly $ref: string }>>;

/** Describes all shared headers, by component name. */
export function headerComponents(dialect: Dialect): Readonly<Record<string, object>> {
  const tables = { ...RATE_LIMIT_HEADERS, ...scopeHeaders(), ...permissionHeaders(dialect), ...OTHER_HEADERS };
  return Object.fromEntries(
    Object.values(tables)
      .map(([component, description, schema]): [string, object] => [component, { description, schema }])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns references to the rate-limit headers, which every response can have. */
export function rateLimitHeaders(): HeaderReferences {
  return referencesTo(RATE_LIMIT_HEADERS);
}

/** Returns references to the headers that report accepted scopes and permissions, by the token kinds of an operation. */
export function accessHeaders(dialect: Dialect, { tokens }: Pick<Access, "tokens">): HeaderReferences {
  const accepts = (kinds: readonly TokenKind[]) => tokens.some((kind) => kinds.includes(kind));
  return {
    ...(accepts(["classic", "oauth"]) && referencesTo(scopeHeaders())),
    ...(accepts(["fine-grained", "user-access", "installation", "workflow"]) &&
      referencesTo(permissionHeaders(dialect))),
  };
}

/** Returns references to some of the other shared headers. */
export function headers(...names: readonly (keyof typeof OTHER_HEADERS)[]): HeaderReferences {
  return referencesTo(Object.fromEntries(Object.entries(OTHER_HEADERS).filter(([name]) => names.includes(name))));
}

function scopeHeaders(): HeaderTable {
  return {
    "X-OAuth-Scopes": ["OAuthScopes", "Scopes of the token, for classic and OAuth tokens.", TEXT],
    "X-Accepted-OAuth-Scopes": [
      "AcceptedOAuthScopes",
      "Scopes of which the operation accepts any, for classic and OAuth tokens.",
      TEXT,
    ],
  };
}

function permissionHeaders({ headers: { acceptedPermissions } }: Dialect): HeaderTable {
  const description =
    "Permissions that the operation requires, for fine-grained and app tokens: alternatives separated by semicolons.";
  return { [acceptedPermissions]: ["AcceptedPermissions", description, TEXT] };
}

function referencesTo(table: HeaderTable): HeaderReferences {
  return Object.fromEntries(
    Object.entries(table).map(([header, [component]]) => [header, { $ref: `#/components/headers/${component}` }]),
  );
}
