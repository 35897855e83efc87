import type { TokenKind } from "./token-kinds.ts";

export { TOKEN_KINDS, type TokenKind } from "./token-kinds.ts";

/**
 * Scopes of classic and OAuth tokens, each with the scopes that it implies (source: docs). Names are neutral; a dialect
 * translates them.
 */
export const SCOPES = {
  repo: ["public_repo", "repo:status", "repo_deployment"],
  public_repo: [],
  "repo:status": [],
  repo_deployment: [],
  workflow: [],
  delete_repo: [],
  notifications: [],
  "repository_advisories:write": ["repository_advisories:read"],
  "repository_advisories:read": [],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "read:repo_hook": [],
  "admin:org": ["write:org", "manage_runners:org"],
  "write:org": ["read:org"],
  "read:org": [],
  "manage_runners:org": [],
  // Unlike other admin scopes, this one implies no other scope.
  "admin:org_hook": [],
  "admin:enterprise": ["manage_runners:enterprise", "manage_billing:enterprise", "read:enterprise"],
  "manage_runners:enterprise": [],
  "manage_billing:enterprise": [],
  "read:enterprise": [],
  "manage_billing:assistant": [],
  codespace: ["codespace:secrets"],
  "codespace:secrets": [],
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

/**
 * Permissions of the other token kinds: key -> display name and the resource that they are granted on (source: docs).
 * Names are neutral; a dialect translates them.
 */
export const PERMISSIONS = {
  actions: { name: "Actions", of: "repository" },
  actions_variables: { name: "Variables", of: "repository" },
  administration: { name: "Administration", of: "repository" },
  agent_secrets: { name: "Agent secrets", of: "repository" },
  agent_variables: { name: "Agent variables", of: "repository" },
  checks: { name: "Checks", of: "repository" },
  codespaces_secrets: { name: "Codespaces secrets", of: "repository" },
  contents: { name: "Contents", of: "repository" },
  deployments: { name: "Deployments", of: "repository" },
  environments: { name: "Environments", of: "repository" },
  issues: { name: "Issues", of: "repository" },
  metadata: { name: "Metadata", of: "repository" },
  pull_requests: { name: "Pull requests", of: "repository" },
  repository_advisories: { name: "Repository security advisories", of: "repository" },
  repository_hooks: { name: "Webhooks", of: "repository" },
  secrets: { name: "Secrets", of: "repository" },
  statuses: { name: "Commit statuses", of: "repository" },
  updater_secrets: { name: "Updater secrets", of: "repository" },
  workflows: { name: "Workflows", of: "repository" },
  issue_fields: { name: "Issue Fields", of: "organization" },
  members: { name: "Members", of: "organization" },
  organization_actions_variables: { name: "Variables", of: "organization" },
  organization_administration: { name: "Administration", of: "organization" },
  organization_agent_secrets: { name: "Agent secrets", of: "organization" },
  organization_agent_variables: { name: "Agent variables", of: "organization" },
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
  codespaces_user_secrets: { name: "Codespaces user secrets", of: "user" },
  gpg_keys: { name: "GPG keys", of: "user" },
  starring: { name: "Starring", of: "user" },
  watching: { name: "Watching", of: "user" },
} as const satisfies Record<string, { name: string; of: "repository" | "organization" | "enterprise" | "user" }>;

/** Key of a permission. */
export type Permission = keyof typeof PERMISSIONS;

/**
 * Permissions that a workflow file can request for the built-in token of its jobs, with the levels that it can request
 * (source: docs). The token can also read its repository's metadata, and has no other permission.
 */
export const WORKFLOW_PERMISSIONS = {
  actions: ["read", "write"],
  "artifact-metadata": ["read", "write"],
  attestations: ["read", "write"],
  checks: ["read", "write"],
  "code-quality": ["read", "write"],
  contents: ["read", "write"],
  deployments: ["read", "write"],
  discussions: ["read", "write"],
  "id-token": ["write"],
  issues: ["read", "write"],
  models: ["read"],
  packages: ["read", "write"],
  pages: ["read", "write"],
  "pull-requests": ["read", "write"],
  "security-events": ["read", "write"],
  statuses: ["read", "write"],
  "vulnerability-alerts": ["read"],
} as const satisfies Record<string, readonly PermissionLevel[]>;

/** Level of a permission; write includes read. */
export type PermissionLevel = "read" | "write";

/** Condition under which a requirement applies: only for private repositories, or only for workflow files. */
export type RequirementCondition = "private" | "workflow-file";

/** A scope or permission that a token must have for a call. */
export type Requirement = { readonly when?: RequirementCondition; readonly source?: UndocumentedSource } & (
  | { readonly scope: Scope }
  | { readonly permission: Permission; readonly level: PermissionLevel }
);

/**
 * Source of a requirement that the documentation does not state: recorded responses of the service, or an assumption. An
 * assumed requirement is never reported as lacking.
 */
export type UndocumentedSource = "recording" | "assumed";

/** A role that the token's owner must have, in addition to what the token grants. */
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
 * Access rules of an operation: the accepted token kinds, alternative sets of requirements, and the accepted roles. One
 * alternative must be met in full; an empty alternative requires nothing. Scopes apply to classic and OAuth tokens,
 * permissions to the others; a kind that no alternative applies to has undocumented requirements.
 */
export interface Access {
  readonly tokens: readonly TokenKind[];
  readonly requirements: readonly (readonly Requirement[])[];
  readonly roles?: readonly Role[];
  /** Another permission may also be required or accepted (the asterisk in the public permission tables). */
  readonly hasOtherRequirements?: true;
}
