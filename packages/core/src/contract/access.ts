import { once } from "./once.ts";

/**
 * Kinds of token that the service gives out (document 1, Credentials). `workflow` is a job's built-in token; `anonymous`
 * is a call without one.
 */
export type TokenKind =
  | "classic"
  | "oauth"
  | "fine-grained"
  | "user-access"
  | "installation"
  | "workflow"
  | "anonymous";

/** Scopes that classic and OAuth tokens carry (document 1, Scopes). */
export type Scope =
  | "repo"
  | "public_repo"
  | "admin:org"
  | "write:org"
  | "read:org"
  | "admin:repo_hook"
  | "write:repo_hook"
  | "read:repo_hook"
  | "user"
  | "read:user";

/** Permission sets that the other kinds of token carry: key -> name and what it is granted on. */
export const PERMISSIONS = {
  actions: { name: "Actions", of: "repository" },
  actions_variables: { name: "Variables", of: "repository" },
  contents: { name: "Contents", of: "repository" },
  metadata: { name: "Metadata", of: "repository" },
  pull_requests: { name: "Pull requests", of: "repository" },
  repository_hooks: { name: "Webhooks", of: "repository" },
  organization_administration: { name: "Administration", of: "organization" },
  organization_updater_secrets: { name: "Organization updater secrets", of: "organization" },
  starring: { name: "Starring", of: "user" },
} as const satisfies Record<string, { name: string; of: "repository" | "organization" | "enterprise" | "user" }>;

/** The key of a permission set. */
export type Permission = keyof typeof PERMISSIONS;

/** How far a permission set goes; write includes read. */
export type Level = "read" | "write";

/** One thing that a call needs of its token. `when` limits the need to private repositories. */
export type Need =
  | { readonly scope: Scope; readonly when?: "private" }
  | { readonly permission: Permission; readonly level: Level; readonly when?: "private" };

/** What the caller must be, beside what the token may do. */
export type Role = "push" | "repository-admin" | "organization-member" | "organization-owner";

/** What a call needs: one of the token kinds, all needs of one alternative, and the role where one is named. */
export interface Access {
  readonly tokens: readonly TokenKind[];
  readonly needs: readonly (readonly Need[])[];
  readonly role?: Role;
}

/** Everything that acts for a person. */
export const USER_TOKENS = ["classic", "oauth", "fine-grained", "user-access"] as const satisfies TokenKind[];

/** The kinds whose scopes decide what they may do. */
export const SCOPED_TOKENS = ["classic", "oauth"] as const satisfies TokenKind[];

/** Every kind that somebody was given: all but a job's built-in token. */
export const GIVEN_TOKENS = [...USER_TOKENS, "installation"] as const satisfies TokenKind[];

/** Every kind but a call without a token. */
export const ALL_TOKENS = [...GIVEN_TOKENS, "workflow"] as const satisfies TokenKind[];

/** Every kind, and calls without a token where only public things are asked for (document 1, rule 1). */
export const PUBLIC = [...ALL_TOKENS, "anonymous"] as const satisfies TokenKind[];

/** What a token is known to carry. */
export interface Grants {
  readonly kind: TokenKind;
  readonly scopes?: readonly string[];
  readonly permissions?: Readonly<Partial<Record<Permission, Level>>>;
}

/** Each scope with those that it implies directly (document 1; the closure is taken below). */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  "admin:org": ["write:org"],
  "write:org": ["read:org"],
  repo: ["public_repo"],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  user: ["read:user"],
};

const implied = once(() => {
  const closure = (scope: string): string[] => [scope, ...(IMPLIED[scope] ?? []).flatMap(closure)];
  return new Map(Object.keys(IMPLIED).map((scope) => [scope, new Set(closure(scope))]));
});

function hasScope(held: readonly string[], wanted: string): boolean {
  return held.some((scope) => scope === wanted || implied().get(scope)?.has(wanted));
}

function holds(need: Need, grants: Grants): boolean {
  if ("scope" in need) return hasScope(grants.scopes ?? [], need.scope);
  const level = grants.permissions?.[need.permission];
  return level === "write" || level === need.level;
}

/** Do scopes decide what this kind of token may do, rather than permission sets? */
export function isScoped(kind: TokenKind): boolean {
  return SCOPED_TOKENS.some((scoped) => scoped === kind);
}

/** The alternatives that speak of this kind of token: scopes for classic and OAuth, permission sets for the others. */
export function alternativesFor(access: Access, kind: TokenKind): readonly (readonly Need[])[] {
  const wanted = isScoped(kind) ? "scope" : "permission";
  return access.needs.filter((needs) => needs.every((need) => wanted in need));
}

/**
 * What a token lacks for a call.
 * @returns the needs that are missing, of the alternative that lacks least; empty when nothing is missing or nothing is
 * known to be needed
 */
export function missingNeeds(access: Access, grants: Grants, target: { readonly private: boolean }): readonly Need[] {
  if (grants.kind === "anonymous") return [];
  const missing = alternativesFor(access, grants.kind).map((needs) =>
    needs.filter((need) => (need.when !== "private" || target.private) && !holds(need, grants)),
  );
  return missing.sort((a, b) => a.length - b.length)[0] ?? [];
}
