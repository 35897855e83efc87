import { PERMISSIONS, type Permission, type TokenKind } from "../contract/access.ts";

/** A vendor's names for what the contract names neutrally: tables, applied at the edge of the wire and nowhere else. */
export interface Dialect {
  /** Literal path segments that carry another name on the wire. */
  readonly segments: Readonly<Record<string, string>>;
  /** `application/vnd.<mediaTypeVendor>+json`. */
  readonly mediaTypeVendor: string;
  readonly headers: {
    readonly apiVersion: string;
    readonly acceptedPermissions: string;
    readonly requestId: string;
    readonly hookId: string;
    readonly event: string;
    readonly delivery: string;
    readonly hookTargetType: string;
    readonly hookTargetId: string;
  };
  /** What the user agent of a delivery begins with. */
  readonly hookUserAgent: string;
  /** Names of secrets and variables may not begin with it. */
  readonly reservedNamePrefix: string;
  /** Permission sets whose key or name is the vendor's own. */
  readonly permissions: Readonly<Partial<Record<Permission, { readonly key: string; readonly name: string }>>>;
  /** What a token of each kind begins with. A workflow's token looks like an installation's. */
  readonly tokenPrefixes: Readonly<Record<(typeof PREFIXED_KINDS)[number], string>>;
}

/** The wire's path for a neutral path or path template; only literal segments of the template are renamed. */
export function wirePath(dialect: Dialect, path: string): string {
  return path
    .split("/")
    .map((segment) => (Object.hasOwn(dialect.segments, segment) ? dialect.segments[segment] : segment))
    .join("/");
}

/** The media type that calls recommend to the service. */
export function jsonMediaType(dialect: Dialect): string {
  return `application/vnd.${dialect.mediaTypeVendor}+json`;
}

/** A permission set's key and name as the vendor writes them. */
export function permissionNames(dialect: Dialect, permission: Permission): { key: string; name: string } {
  return dialect.permissions[permission] ?? { key: permission, name: PERMISSIONS[permission].name };
}

const PREFIXED_KINDS = ["classic", "fine-grained", "oauth", "user-access", "installation"] as const;

/** The kind of token that a token's prefix tells of; undefined where it tells nothing. */
export function tokenKind(dialect: Dialect, token: string): TokenKind | undefined {
  return PREFIXED_KINDS.find((kind) => token.startsWith(dialect.tokenPrefixes[kind]));
}
