import { once } from "./once.ts";

/**
 * Kinds of token that the service gives out (document 1, Credentials). `workflow` is a job's built-in token, `app` an
 * app's own JWT; `anonymous` is a call without one.
 */
export type TokenKind =
  | "classic"
  | "oauth"
  | "fine-grained"
  | "user-access"
  | "installation"
  | "workflow"
  | "app"
  | "anonymous";

/** Scopes that classic and OAuth tokens carry, each with those that it implies (document 1, Scopes). */
const SCOPES = {
  repo: ["public_repo"],
  public_repo: [],
  workflow: [],
  delete_repo: [],
  "repository_advisories:write": ["repository_advisories:read"],
  "repository_advisories:read": [],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "read:repo_hook": [],
  "admin:org": ["write:org"],
  "write:org": ["read:org"],
  "read:org": [],
  "admin:org_hook": [],
  "admin:enterprise": ["manage_runners:enterprise", "manage_billing:enterprise", "read:enterprise"],
  "manage_runners:enterprise": [],
  "manage_billing:enterprise": [],
  "read:enterprise": [],
  "manage_billing:assistant": [],
  user: ["read:user", "user:email", "user:follow"],
  "read:user": [],
  "user:email": [],
  "user:follow": [],
  "admin:gpg_key": ["write:gpg_key"],
  "write:gpg_key": ["read:gpg_key"],
  "read:gpg_key": [],
} as const satisfies Record<string, readonly string[]>;

/** A scope of a classic or OAuth token. */
export type Scope = keyof typeof SCOPES;

/** Permission sets that the other kinds of token carry: key -> name and what it is granted on (document 1). */
export const PERMISSIONS = {
  actions: { name: "Actions", of: "repository" },
  actions_variables: { name: "Variables", of: "repository" },
  administration: { name: "Administration", of: "repository" },
  codespaces_secrets: { name: "Codespaces secrets", of: "repository" },
  contents: { name: "Contents", of: "repository" },
  environments: { name: "Environments", of: "repository" },
  issues: { name: "Issues", of: "repository" },
  metadata: { name: "Metadata", of: "repository" },
  pull_requests: { name: "Pull requests", of: "repository" },
  repository_advisories: { name: "Repository security advisories", of: "repository" },
  repository_hooks: { name: "Webhooks", of: "repository" },
  secrets: { name: "Secrets", of: "repository" },
  updater_secrets: { name: "Updater secrets", of: "repository" },
  workflows: { name: "Workflows", of: "repository" },
  issue_fields: { name: "Issue Fields", of: "organization" },
  members: { name: "Members", of: "organization" },
  organization_actions_variables: { name: "Variables", of: "organization" },
  organization_administration: { name: "Administration", of: "organization" },
  organization_announcement_banners: { name: "Organization announcement banners", of: "organization" },
  organization_assistant_seat_management: { name: "Assistant Business", of: "organization" },
  organization_codespaces_secrets: { name: "Organization codespaces secrets", of: "organization" },
  organization_custom_properties: { name: "Custom properties", of: "organization" },
  organization_hooks: { name: "Webhooks", of: "organization" },
  organization_secrets: { name: "Secrets", of: "organization" },
  organization_self_hosted_runners: { name: "Self-hosted runners", of: "organization" },
  organization_updater_secrets: { name: "Organization updater secrets", of: "organization" },
  enterprise_assistant_metrics: { name: "Enterprise assistant metrics", of: "enterprise" },
  enterprise_teams: { name: "Enterprise teams", of: "enterprise" },
  gpg_keys: { name: "GPG keys", of: "user" },
  starring: { name: "Starring", of: "user" },
  watching: { name: "Watching", of: "user" },
} as const satisfies Record<string, { name: string; of: "repository" | "organization" | "enterprise" | "user" }>;

/** The key of a permission set. */
export type Permission = keyof typeof PERMISSIONS;

/** How far a permission set goes; write includes read. */
export type Level = "read" | "write";

/**
 * When a need counts: only for private repositories, or only for files that define workflows (document 3, Repository
 * contents).
 */
export type Condition = "private" | "workflow-file";

/** One thing that a call needs of its token. */
export type Need =
  | { readonly scope: Scope; readonly when?: Condition }
  | { readonly permission: Permission; readonly level: Level; readonly when?: Condition };

/** What the caller must be, beside what the token may do. */
export type Role =
  | "collaborator"
  | "push"
  | "repository-admin"
  | "organization-member"
  | "organization-owner"
  | "billing-manager"
  | "security-manager"
  | "enterprise-member"
  | "enterprise-owner";

/**
 * What a call needs: a token of one of these kinds, all needs of one alternative, and one of the roles where any is named.
 * An empty alternative asks for nothing. A kind that no alternative speaks of: no source says what it needs.
 */
export interface Access {
  readonly tokens: readonly TokenKind[];
  readonly needs: readonly (readonly Need[])[];
  readonly roles?: readonly Role[];
  /** Another permission may be needed, or accepted, as well: the asterisk of the permission matrix (document 1, rule 4). */
  readonly others?: true;
}

/** Everything that acts for a person. */
export const USER_TOKENS = ["classic", "oauth", "fine-grained", "user-access"] as const satisfies TokenKind[];

/** The kinds whose scopes decide what they may do. */
export const SCOPED_TOKENS = ["classic", "oauth"] as const satisfies TokenKind[];

/** Every kind that somebody was given: all but a job's built-in token. */
export const GIVEN_TOKENS = [...USER_TOKENS, "installation"] as const satisfies TokenKind[];

/** Every kind but a call without a token, and an app's own JWT. */
export const ALL_TOKENS = [...GIVEN_TOKENS, "workflow"] as const satisfies TokenKind[];

/** Every kind, and calls without a token where only public things are asked for (document 1, rule 1). */
export const PUBLIC = [...ALL_TOKENS, "anonymous"] as const satisfies TokenKind[];

/** What an app says in its own name, rather than for an installation. */
export const AS_APP: Access = { tokens: ["app"], needs: [[]] };

/** Anybody may, and nothing is needed. */
export const OPEN: Access = { tokens: PUBLIC, needs: [[]] };

type Alternative = Scope | readonly Need[];

/**
 * Access by one permission set, or by scopes for the kinds that carry those.
 * @param scopes alternatives: one scope, or several needs together; none where no source names any
 * @param more what differs from the rule: every kind of token, but a job's built-in one writes to no organization
 */
export function allow(
  permission: Permission,
  level: Level,
  scopes: readonly Alternative[],
  more: Partial<Access> = {},
): Access {
  const { of } = PERMISSIONS[permission];
  const workflow = of === "repository" || (of === "organization" && level === "read");
  return {
    tokens: of === "user" ? USER_TOKENS : workflow ? ALL_TOKENS : GIVEN_TOKENS,
    ...more,
    needs: [
      [{ permission, level }],
      ...scopes.map((needs) => (typeof needs === "string" ? [{ scope: needs }] : needs)),
      ...(more.needs ?? []),
    ],
  };
}

/** Of private repositories, classic and OAuth tokens need the scope `repo`; of public ones nothing. */
export const PRIVATE_REPO: readonly Need[] = [{ scope: "repo", when: "private" }];

/** Writing to public repositories takes `public_repo`, to private ones `repo`. */
export const WRITE_REPO: readonly Need[] = [{ scope: "public_repo" }, { scope: "repo", when: "private" }];

/** What belongs to an organization, and to private repositories of it. */
export const ORG_AND_PRIVATE_REPO: readonly Need[] = [{ scope: "admin:org" }, { scope: "repo", when: "private" }];

/** Reading that works without a token too, as far as it is public (document 1, rule 1). */
export function allowPublic(permission: Permission, more: Partial<Access> = {}): Access {
  return allow(permission, "read", [PRIVATE_REPO], { tokens: PUBLIC, ...more });
}

/** What a token is known to carry. */
export interface Grants {
  readonly kind: TokenKind;
  /** Of classic and OAuth tokens; absent where it isn't known. */
  readonly scopes?: readonly string[];
  /** Of the other kinds; absent where it isn't known. */
  readonly permissions?: Readonly<Partial<Record<Permission, Level>>>;
}

/** What a call is about, as far as conditions ask. */
export interface Target {
  readonly private: boolean;
  /** The path of the file. */
  readonly path?: string;
}

const implied = once(() => {
  const direct: Readonly<Record<string, readonly string[]>> = SCOPES;
  const closure = (scope: string): string[] => [scope, ...(direct[scope] ?? []).flatMap(closure)];
  return new Map(Object.keys(SCOPES).map((scope) => [scope, new Set(closure(scope))]));
});

/** Does a token with these scopes have this one? */
export function hasScope(held: readonly string[], wanted: string): boolean {
  return held.some((scope) => scope === wanted || implied().get(scope)?.has(wanted));
}

function holds(need: Need, grants: Grants): boolean {
  if ("scope" in need) return hasScope(grants.scopes ?? [], need.scope);
  const level = grants.permissions?.[need.permission];
  return level === "write" || level === need.level;
}

/** Is a file one that defines workflows? They need a permission of their own (document 3, Repository contents). */
export function isWorkflowFile(path: string): boolean {
  return /^\/*\.github\/workflows(\/|$)/i.test(path);
}

function applies(condition: Condition | undefined, target: Target): boolean {
  if (condition === "private") return target.private;
  return condition === undefined || isWorkflowFile(target.path ?? "");
}

/** Do scopes decide what this kind of token may do, rather than permission sets? */
export function isScoped(kind: TokenKind): boolean {
  return SCOPED_TOKENS.some((scoped) => scoped === kind);
}

/**
 * The alternatives that speak of this kind of token: scopes for classic and OAuth, permission sets for the others.
 * Empty: no source says what this kind needs.
 */
export function alternativesFor(access: Access, kind: TokenKind): readonly (readonly Need[])[] {
  const wanted = isScoped(kind) ? "scope" : "permission";
  return access.needs.filter((needs) => needs.every((need) => wanted in need));
}

/**
 * What a token lacks for a call.
 * @returns the needs that are missing, of the alternative that lacks least; empty when nothing is missing or nothing is
 * known to be needed
 */
export function missingNeeds(access: Access, grants: Grants, target: Target): readonly Need[] {
  if (grants.kind === "anonymous") return [];
  const missing = alternativesFor(access, grants.kind).map((needs) =>
    needs.filter((need) => applies(need.when, target) && !holds(need, grants)),
  );
  return missing.sort((a, b) => a.length - b.length)[0] ?? [];
}
