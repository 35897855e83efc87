import { accountIds, accounts, members, organizationRoles } from "./accounts.ts";
import { actionCaches } from "./actions-caches.ts";
import { advisories, advisoryCollaborators, advisoryCredits } from "./advisories.ts";
import { announcements } from "./announcements.ts";
import { appKeys, apps, installationRepositories, installations } from "./apps.ts";
import { artifacts } from "./artifacts.ts";
import { assistantActivity, assistantPolicies, assistantSeats } from "./assistant-seats.ts";
import { assistantSpaceCollaborators, assistantSpaceRepositories, assistantSpaces } from "./assistant-spaces.ts";
import { billingUsage } from "./billing-usage.ts";
import { branchProtections, formerBranches } from "./branch-protections.ts";
import { budgets } from "./budgets.ts";
import { checkAnnotations, checkRuns, checkSuitePreferences, checkSuites } from "./check-runs.ts";
import { clock } from "./clock.ts";
import {
  configuredRepositories,
  defaultConfigurations,
  securityConfigurations,
} from "./code-security-configurations.ts";
import { commitComments } from "./commit-comments.ts";
import { commitStatuses } from "./commit-statuses.ts";
import { customPatterns } from "./custom-patterns.ts";
import { customProperties, propertyValues } from "./custom-properties.ts";
import { deliveries } from "./deliveries.ts";
import { deploymentStatuses, deployments } from "./deployments.ts";
import { downloadUses } from "./downloads.ts";
import { addresses } from "./email-addresses.ts";
import { enterpriseTeams, teamAssignments } from "./enterprise-teams.ts";
import { enterpriseMembers, enterprises } from "./enterprises.ts";
import { environmentReviewers, environmentRules, environments } from "./environments.ts";
import { gitObjects, gitRefs } from "./git-store.ts";
import { gpgKeys } from "./gpg-keys.ts";
import { hooks } from "./hooks.ts";
import { hostedRunners } from "./hosted-runners.ts";
import { includedProperties } from "./included-properties.ts";
import { issueEvents } from "./issue-events.ts";
import { issueFieldChoices, issueFieldOptions, issueFields, issueFieldValues } from "./issue-fields.ts";
import { issueAssignees, issueCommentReactions, issueComments, issueReactions, issues } from "./issues.ts";
import { jobIdentities } from "./job-identities.ts";
import { issueLabels, labels } from "./labels.ts";
import { service } from "./metadata.ts";
import { milestoneNumbers, milestones } from "./milestones.ts";
import { notificationThreads } from "./notification-threads.ts";
import { oidcKeys } from "./oidc-keys.ts";
import { organizationInvitations } from "./organization-invitations.ts";
import { outgoing, outgoingTargets } from "./outbox.ts";
import { patternAlerts, patternConfigurations, providerSettings } from "./pattern-configurations.ts";
import { pullRequests } from "./pull-requests.ts";
import { releaseAssetContents, releaseAssets, releases } from "./releases.ts";
import { collaborators, formerNames, repositories } from "./repositories.ts";
import { repositoryInvitations } from "./repository-invitations.ts";
import { reviewRequests } from "./review-requests.ts";
import { reviewComments, reviews } from "./reviews.ts";
import { ruleSuites } from "./rule-suites.ts";
import { rulesets, rulesetVersions } from "./rulesets.ts";
import { runnerGroupOrganizations, runnerGroups } from "./runner-groups.ts";
import { runnerLabels, runners, runnerTokens } from "./runners.ts";
import { sealKeys, secrets } from "./secrets.ts";
import { securityManagerTeams } from "./security-managers.ts";
import { sessions } from "./sessions.ts";
import { settingRepositories, settings } from "./settings.ts";
import { importAuthors, importLargeFiles, importSources, sourceImports } from "./source-imports.ts";
import { starCounts, stars } from "./stars.ts";
import { organizationSubjectTemplates, repositorySubjectTemplates } from "./subject-templates.ts";
import { customSubscriptions, subscriptions, watcherCounts } from "./subscriptions.ts";
import { teamMembers, teams } from "./teams.ts";
import { tokens } from "./tokens.ts";
import { assistantUsage, usagePolicies } from "./usage-reports.ts";
import { variables } from "./variables.ts";
import { workflowJobs } from "./workflow-jobs.ts";
import { workflowRuns, workflows } from "./workflow-runs.ts";

/**
 * Version of the schema, increased by each release that changes tables. Older files are migrated, so new columns need a
 * default. Newer files are rejected.
 */
export const SCHEMA_VERSION = 1;

const tables = [
  accountIds,
  members,
  organizationRoles,
  accounts,
  actionCaches,
  advisoryCollaborators,
  advisories,
  advisoryCredits,
  announcements,
  appKeys,
  installationRepositories,
  apps,
  installations,
  assistantSeats,
  assistantActivity,
  assistantPolicies,
  assistantSpaceRepositories,
  assistantSpaces,
  assistantSpaceCollaborators,
  billingUsage,
  budgets,
  clock,
  securityConfigurations,
  configuredRepositories,
  defaultConfigurations,
  customPatterns,
  customProperties,
  propertyValues,
  deliveries,
  downloadUses,
  addresses,
  enterpriseTeams,
  teamAssignments,
  enterpriseMembers,
  enterprises,
  environmentReviewers,
  environments,
  environmentRules,
  gitObjects,
  gitRefs,
  gpgKeys,
  hooks,
  hostedRunners,
  includedProperties,
  issueFieldOptions,
  issueFields,
  issueFieldValues,
  issueFieldChoices,
  issues,
  issueAssignees,
  issueComments,
  issueReactions,
  jobIdentities,
  labels,
  issueLabels,
  service,
  milestones,
  notificationThreads,
  oidcKeys,
  outgoing,
  outgoingTargets,
  patternConfigurations,
  providerSettings,
  patternAlerts,
  pullRequests,
  formerNames,
  repositories,
  collaborators,
  reviewRequests,
  reviews,
  reviewComments,
  ruleSuites,
  rulesets,
  rulesetVersions,
  runnerGroupOrganizations,
  runnerGroups,
  runners,
  runnerLabels,
  runnerTokens,
  sealKeys,
  secrets,
  securityManagerTeams,
  sessions,
  settings,
  settingRepositories,
  importAuthors,
  importLargeFiles,
  sourceImports,
  importSources,
  starCounts,
  stars,
  organizationSubjectTemplates,
  repositorySubjectTemplates,
  customSubscriptions,
  watcherCounts,
  subscriptions,
  teamMembers,
  teams,
  tokens,
  usagePolicies,
  assistantUsage,
  variables,
  workflowJobs,
  workflows,
  workflowRuns,
  issueCommentReactions,
  issueEvents,
  milestoneNumbers,
  releases,
  releaseAssets,
  releaseAssetContents,
  artifacts,
  commitStatuses,
  commitComments,
  deployments,
  deploymentStatuses,
  checkSuites,
  checkRuns,
  checkAnnotations,
  checkSuitePreferences,
  branchProtections,
  formerBranches,
  organizationInvitations,
  repositoryInvitations,
];

/**
 * SQL that creates all tables, each declared in the module that reads and writes it. Names that users type (logins,
 * repositories, secrets) compare case-insensitively. Dependent rows are deleted with their parent. Triggers come last,
 * because their tables must exist.
 */
export const SCHEMA = [...tables.map(({ sql }) => sql), ...tables.map(({ more }) => more)].join("\n");
