import { PERMISSIONS, type Permission, type Scope, type TokenKind } from "../contract/access.ts";
import type { Edition } from "../contract/edition.ts";

/** What of a dialect is in requests and answers: all that a plain call needs. */
export interface WireNames {
  /** Literal path segments that carry another name on the wire. */
  readonly segments: Readonly<Record<string, string>>;
  /** Fields of bodies and answers, and placeholders, that carry another name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Words that stand for something of the vendor's, in the fields that the contract marks. */
  readonly values: Readonly<Record<string, string>>;
  /** Permission sets whose key or name is the vendor's own. */
  readonly permissions: Readonly<Partial<Record<Permission, { readonly key: string; readonly name: string }>>>;
  /** `application/vnd.<mediaTypeVendor>+json`. */
  readonly mediaTypeVendor: string;
  readonly headers: {
    readonly apiVersion: string;
    readonly requestId: string;
  };
  /** Names of secrets and variables may not begin with it. */
  readonly reservedNamePrefix: string;
}

/**
 * A vendor's names for what the contract names neutrally: tables, applied at the edge of the wire and nowhere else. What it
 * has beside those of the wire is for words about access, for tokens and for webhooks.
 */
export interface Dialect extends WireNames {
  /** Scopes that carry another name. */
  readonly scopes: Readonly<Partial<Record<Scope, string>>>;
  readonly headers: WireNames["headers"] & {
    readonly acceptedPermissions: string;
    readonly singleSignOn: string;
    readonly tokenExpiration: string;
    readonly hookId: string;
    readonly event: string;
    readonly delivery: string;
    readonly hookTargetType: string;
    readonly hookTargetId: string;
  };
  /** What the user agent of a delivery begins with. */
  readonly hookUserAgent: string;
  /** What a token of each kind begins with. A workflow's token looks like an installation's. */
  readonly tokenPrefixes: Readonly<Record<(typeof PREFIXED_KINDS)[number], string>>;
  /** The API's root of each edition, with `{host}` where it is one's own. */
  readonly servers: Readonly<Record<Edition, string>>;
}

/** The wire's path for a neutral path or path template; only literal segments of the template are renamed. */
export function wirePath(dialect: WireNames, path: string): string {
  return path
    .split("/")
    .map((segment) => lookUp(dialect.segments, segment) ?? segment)
    .join("/");
}

/**
 * The media type that calls ask for.
 * @param name one of the operation's own (`raw`, `star`); none: plain JSON
 */
export function mediaType(dialect: WireNames, name?: string): string {
  return `application/vnd.${dialect.mediaTypeVendor}${name === undefined ? "" : `.${name}`}+json`;
}

/** A permission set's key and name as the vendor writes them. */
export function permissionNames(dialect: Dialect, permission: Permission): { key: string; name: string } {
  return dialect.permissions[permission] ?? { key: permission, name: PERMISSIONS[permission].name };
}

/** A permission set by the vendor's key for it; undefined for one that the contract doesn't know. */
export function neutralPermission(dialect: Dialect, key: string): Permission | undefined {
  const own = Object.entries(dialect.permissions).find(([, names]) => names.key === key)?.[0] ?? key;
  return isPermission(own) ? own : undefined;
}

function isPermission(key: string): key is Permission {
  return Object.hasOwn(PERMISSIONS, key);
}

/** A scope as the vendor writes it. */
export function wireScope(dialect: Dialect, scope: Scope): string {
  return dialect.scopes[scope] ?? scope;
}

/** A vendor's scope as the contract writes it; one that it doesn't know stays as it is. */
export function neutralScope(dialect: Dialect, scope: string): string {
  return Object.entries(dialect.scopes).find(([, name]) => name === scope)?.[0] ?? scope;
}

const PREFIXED_KINDS = ["classic", "fine-grained", "oauth", "user-access", "installation"] as const;

/** The kind of token that a token's prefix tells of; undefined where it tells nothing. */
export function tokenKind(dialect: Dialect, token: string): TokenKind | undefined {
  return PREFIXED_KINDS.find((kind) => token.startsWith(dialect.tokenPrefixes[kind]));
}

/** What a table says of a key of its own. */
export function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
