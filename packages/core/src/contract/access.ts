/**
 * Kinds of token that the service gives out (document 1, Credentials). `workflow` is a job's built-in token, `app` an
 * app's own JWT; `anonymous` is a call without one.
 */
export const TOKEN_KINDS = [
  "classic",
  "oauth",
  "fine-grained",
  "user-access",
  "installation",
  "workflow",
  "app",
  "anonymous",
] as const;
/** A kind of token. */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Scopes that classic and OAuth tokens carry, each with those that it implies (document 1, Scopes). */
export const SCOPES = {
  repo: ["public_repo"],
  public_repo: [],
  workflow: [],
  delete_repo: [],
  "repository_advisories:write": ["repository_advisories:read"],
  "repository_advisories:read": [],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "read:repo_hook": [],
  "admin:org": ["write:org", "manage_runners:org"],
  "write:org": ["read:org"],
  "read:org": [],
  "manage_runners:org": [],
  // It has no lesser ones.
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
