import type {
  Access,
  Permission,
  PermissionLevel,
  Requirement,
  Scope,
  TokenKind,
  UndocumentedSource,
} from "./access.ts";

// Builders for the access tables of operations. Sources named in comments of the contract: docs (the public
// documentation), openapi (the public API description), recorded (recorded responses), assumed. `access-source.ts`
// returns the source of each requirement.

/** Token kinds that act on behalf of a user. */
export const USER_TOKENS = ["classic", "oauth", "fine-grained", "user-access"] as const satisfies TokenKind[];

/** Token kinds that are issued to a user or app: all but a job's built-in token, which has few permissions. */
export const ISSUED_TOKENS = [...USER_TOKENS, "installation"] as const satisfies TokenKind[];

/** All token kinds except unauthenticated calls and an app's own JWT. */
export const ALL_TOKENS = [...ISSUED_TOKENS, "workflow"] as const satisfies TokenKind[];

/** All token kinds, plus unauthenticated calls for public resources (source: docs). */
export const ANY_CALLER = [...ALL_TOKENS, "anonymous"] as const satisfies TokenKind[];

/** Access for an app authenticating as itself (JWT), not as an installation. */
export const APP_ACCESS: Access = { tokens: ["app"], requirements: [[]] };

/** Access without any requirements, also for unauthenticated calls. */
export const PUBLIC_ACCESS: Access = { tokens: ANY_CALLER, requirements: [[]] };

/** A scope, or several requirements that must all be met. */
export type ScopeAlternative = Scope | readonly Requirement[];

/**
 * Returns access granted by one permission, or by scopes for the token kinds that carry scopes.
 * @param scopes alternatives: a single scope, or several requirements that must all be met; empty if no source names a
 * scope
 * @param overrides replaces the defaults, which accept every token kind that can have the permission
 */
export function permissionAccess(
  permission: Permission,
  level: PermissionLevel,
  scopes: readonly ScopeAlternative[],
  overrides: Partial<Access> = {},
): Access {
  return {
    tokens: tokenKindsFor(permission),
    ...overrides,
    requirements: [...alternatives(permission, level, scopes), ...(overrides.requirements ?? [])],
  };
}

/** Like {@link permissionAccess}, for permissions on a user's own account, which only tokens of users can have. */
export function userAccess(
  permission: Permission,
  level: PermissionLevel,
  scopes: readonly ScopeAlternative[],
): Access {
  return { tokens: USER_TOKENS, requirements: alternatives(permission, level, scopes) };
}

function alternatives(permission: Permission, level: PermissionLevel, scopes: readonly ScopeAlternative[]) {
  return [
    [{ permission, level }],
    ...scopes.map((requirements) => (typeof requirements === "string" ? [{ scope: requirements }] : requirements)),
  ];
}

/**
 * Returns the token kinds that can have a permission on a repository, organization or enterprise. Derived from the key
 * rather than from PERMISSIONS, whose long names would otherwise end up in client bundles.
 */
export function tokenKindsFor(permission: Permission): readonly TokenKind[] {
  return /^(actions|checks|contents|deployments|issues|metadata|pull_requests|statuses)$/.test(permission)
    ? ALL_TOKENS
    : ISSUED_TOKENS;
}

/** Classic and OAuth tokens need the scope `repo` for private repositories and no scope for public ones. */
export const PRIVATE_REPO_SCOPE: readonly Requirement[] = [{ scope: "repo", when: "private" }];

/** Writing requires `public_repo` for public repositories and `repo` for private ones. */
export const WRITE_REPO_SCOPES: readonly Requirement[] = [{ scope: "public_repo" }, { scope: "repo", when: "private" }];

/** Requirements for organization resources that can concern private repositories. */
export const ORG_AND_PRIVATE_REPO_SCOPES: readonly Requirement[] = [
  { scope: "admin:org" },
  { scope: "repo", when: "private" },
];

const anyScope = (scopes: readonly Scope[], source: UndocumentedSource): readonly (readonly Requirement[])[] =>
  scopes.map((scope) => [{ scope, source }]);

/** Scopes for reading the members and teams of an organization, each of which suffices. */
export const membersReadScopes = (source: UndocumentedSource) => anyScope(["read:org", "user", "repo"], source);

/** Scopes for changing the members and teams of an organization, each of which suffices. */
export const membersWriteScopes = (source: UndocumentedSource) => anyScope(["admin:org", "repo"], source);

/** Returns read access that needs no token for public resources (source: docs). */
export function publicReadAccess(permission: Permission, overrides: Partial<Access> = {}): Access {
  return permissionAccess(permission, "read", [PRIVATE_REPO_SCOPE], { tokens: ANY_CALLER, ...overrides });
}
