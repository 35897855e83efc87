import type { Permission, Scope, TokenKind } from "../contract/access.ts";
import type { Edition } from "../contract/edition.ts";
import { lookUp, type WireTerms } from "../terms/wire-terms.ts";

/**
 * The names of a dialect in requests and responses: all that a plain call needs. Without terms of its own it has GitHub's,
 * which only operations that need them bring into a bundle.
 */
export interface WireNames extends Partial<WireTerms> {
  /** Path segments with another name on the wire. */
  readonly segments: Readonly<Record<string, string>>;
  /** The `<vendor>` in `application/vnd.<vendor>+json`. */
  readonly mediaTypeVendor: string;
  readonly headers: {
    readonly apiVersion: string;
    readonly requestId: string;
  };
  /** Prefix that names of secrets and variables must not have. */
  readonly reservedNamePrefix: string;
}

/**
 * A vendor's names for the contract's neutral ones. Beyond requests and responses, it covers access descriptions,
 * tokens and webhooks.
 */
export interface Dialect extends WireNames, WireTerms {
  readonly fields: WireTerms["fields"];
  readonly values: WireTerms["values"];
  /** Permissions with another key. */
  readonly permissions: Readonly<Partial<Record<Permission, string>>>;
  /** Display names of permissions that have another one. */
  readonly permissionNames: Readonly<Partial<Record<Permission, string>>>;
  /** Scopes with another name. */
  readonly scopes: Readonly<Partial<Record<Scope, string>>>;
  readonly headers: WireNames["headers"] & {
    readonly acceptedPermissions: string;
    /** Media type of a response, and the API version that it follows. */
    readonly mediaType: string;
    readonly selectedVersion: string;
    /** Release of the self-hosted edition. */
    readonly enterpriseVersion: string;
    readonly singleSignOn: string;
    readonly tokenExpiration: string;
    readonly hookId: string;
    readonly event: string;
    readonly delivery: string;
    readonly hookTargetType: string;
    readonly hookTargetId: string;
  };
  /** Start of the user agent of webhook deliveries. */
  readonly hookUserAgent: string;
  /** Token prefixes by kind. A workflow's token has the prefix of an installation token. */
  readonly tokenPrefixes: Readonly<Record<(typeof PREFIXED_KINDS)[number], string>>;
  /** API root of each edition, with `{host}` for a custom host name. */
  readonly servers: Readonly<Record<Edition, string>>;
}

/** The wire path of a neutral path or template; only literal segments are translated. */
export function wirePath(dialect: WireNames, path: string): string {
  return path
    .split("/")
    .map((segment) => lookUp(dialect.segments, segment) ?? segment)
    .join("/");
}

/**
 * The media type to request.
 * @param name one of the operation's own (`raw`, `star`) or a complete one; plain JSON if omitted
 */
export function mediaType(dialect: WireNames, name?: string): string {
  if (name?.includes("/")) return name;
  const suffix = /^(diff|patch|sha)$/.test(`${name}`) ? "" : "+json";
  return `application/vnd.${dialect.mediaTypeVendor}${name === undefined ? "" : `.${name}`}${suffix}`;
}

/** A scope's name in the dialect. */
export function wireScope(dialect: Dialect, scope: Scope): string {
  return dialect.scopes[scope] ?? scope;
}

/** The neutral name of a scope; unknown scopes keep their name. */
export function neutralScope(dialect: Dialect, scope: string): string {
  return Object.entries(dialect.scopes).find(([, name]) => name === scope)?.[0] ?? scope;
}

const PREFIXED_KINDS = ["classic", "fine-grained", "oauth", "user-access", "installation"] as const;

/** The kind of a token by its prefix; undefined if the prefix is unknown. */
export function tokenKind(dialect: Dialect, token: string): TokenKind | undefined {
  return PREFIXED_KINDS.find((kind) => token.startsWith(dialect.tokenPrefixes[kind]));
}
