import type { Account } from "../../state/accounts.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import type { Repository } from "../../state/repositories.ts";
import type { SeedSection } from "../define-section.ts";
import { actionsCaches, cacheLimits } from "./actions-caches.ts";
import { actionsPermissions } from "./actions-permissions.ts";
import { addresses } from "./addresses.ts";
import { advisories } from "./advisories.ts";
import { enterpriseAnnouncement, organizationAnnouncement } from "./announcement.ts";
import { assistantSeats } from "./assistant-seats.ts";
import { assistantSpaces } from "./assistant-spaces.ts";
import { billingUsage } from "./billing-usage.ts";
import { branchProtections } from "./branch-protections.ts";
import { budgets } from "./budgets.ts";
import { checkRuns } from "./check-runs.ts";
import { codeSecurityConfigurations } from "./code-security-configurations.ts";
import { commitComments, commitStatuses } from "./commit-statuses.ts";
import { customProperties } from "./custom-properties.ts";
import { deployments } from "./deployments.ts";
import { enterpriseTeams } from "./enterprise-teams.ts";
import { environments } from "./environments.ts";
import { branches, commits, files, tags } from "./git.ts";
import { gpgKeys } from "./gpg-keys.ts";
import { hooks, organizationHooks } from "./hooks.ts";
import { hostedRunners } from "./hosted-runners.ts";
import { immutableReleases } from "./immutable-releases.ts";
import { interactionLimit } from "./interaction-limit.ts";
import { organizationInvitations, repositoryInvitations } from "./invitations.ts";
import { issueFields } from "./issue-fields.ts";
import { issues } from "./issues.ts";
import { labels, milestones } from "./labels.ts";
import { notifications } from "./notifications.ts";
import { oidcProperties } from "./oidc-properties.ts";
import { organizationSettings } from "./organization-settings.ts";
import { enterprisePatterns, organizationPatterns } from "./pattern-configuration.ts";
import { pulls } from "./pulls.ts";
import { releases } from "./releases.ts";
import { ruleSuites } from "./rule-suites.ts";
import { rulesets } from "./rulesets.ts";
import { enterpriseRunnerGroups, organizationRunnerGroups } from "./runner-groups.ts";
import { enterpriseRunners, organizationRunners } from "./runners.ts";
import { organizationSecrets, repositorySecrets, userSecrets } from "./secrets.ts";
import { sourceImport } from "./source-import.ts";
import { organizationSubjectTemplate, repositorySubjectTemplate } from "./subject-template.ts";
import { updaterAccess } from "./updater-access.ts";
import { usageMetrics } from "./usage-metrics.ts";
import { organizationVariables, repositoryVariables } from "./variables.ts";
import { workflowRuns } from "./workflow-runs.ts";
import { workflows } from "./workflows.ts";

// Sections of each kind of owner, by field name. They are inserted in this order, after all users, organizations,
// enterprises and repositories.

export const USER_SECTIONS: Readonly<Record<string, SeedSection<Account>>> = {
  addresses,
  gpg_keys: gpgKeys,
  codespaces_secrets: userSecrets("codespaces"),
};

export const ORGANIZATION_SECTIONS: Readonly<Record<string, SeedSection<Account>>> = {
  settings: organizationSettings,
  custom_properties: customProperties,
  oidc_properties: oidcProperties,
  actions_secrets: organizationSecrets("actions"),
  agents_secrets: organizationSecrets("agents"),
  codespaces_secrets: organizationSecrets("codespaces"),
  updater_secrets: organizationSecrets("updater"),
  variables: organizationVariables("actions"),
  agents_variables: organizationVariables("agents"),
  subject_template: organizationSubjectTemplate,
  hooks: organizationHooks,
  issue_fields: issueFields,
  rulesets,
  runner_groups: organizationRunnerGroups,
  runners: organizationRunners,
  hosted_runners: hostedRunners,
  cache_limits: cacheLimits,
  interaction_limit: interactionLimit,
  announcement: organizationAnnouncement,
  assistant_seats: assistantSeats,
  assistant_spaces: assistantSpaces,
  budgets,
  billing_usage: billingUsage,
  secret_patterns: organizationPatterns,
  actions_permissions: actionsPermissions,
  immutable_releases: immutableReleases,
  updater_access: updaterAccess,
  code_security_configurations: codeSecurityConfigurations,
  invitations: organizationInvitations,
};

export const ENTERPRISE_SECTIONS: Readonly<Record<string, SeedSection<Enterprise>>> = {
  announcement: enterpriseAnnouncement,
  runner_groups: enterpriseRunnerGroups,
  runners: enterpriseRunners,
  teams: enterpriseTeams,
  secret_patterns: enterprisePatterns,
  usage_metrics: usageMetrics,
};

export const REPOSITORY_SECTIONS: Readonly<Record<string, SeedSection<Repository>>> = {
  files,
  commits,
  branches,
  tags,
  import: sourceImport,
  labels,
  milestones,
  issues,
  pulls,
  notifications,
  hooks,
  actions_secrets: repositorySecrets("actions"),
  agents_secrets: repositorySecrets("agents"),
  codespaces_secrets: repositorySecrets("codespaces"),
  updater_secrets: repositorySecrets("updater"),
  variables: repositoryVariables("actions"),
  agents_variables: repositoryVariables("agents"),
  environments,
  subject_template: repositorySubjectTemplate,
  workflow_runs: workflowRuns,
  workflows,
  caches: actionsCaches,
  advisories,
  rule_suites: ruleSuites,
  releases,
  commit_statuses: commitStatuses,
  commit_comments: commitComments,
  deployments,
  check_runs: checkRuns,
  branch_protections: branchProtections,
  invitations: repositoryInvitations,
};
