import * as accounts from "./accounts.ts";
import * as actionsCaches from "./actions-caches.ts";
import * as advisories from "./advisories.ts";
import * as announcements from "./announcements.ts";
import * as apps from "./apps.ts";
import * as assistantSeats from "./assistant-seats.ts";
import * as assistantSpaces from "./assistant-spaces.ts";
import * as billingUsage from "./billing-usage.ts";
import * as budgets from "./budgets.ts";
import * as clock from "./clock.ts";
import * as codeSecurityConfigurations from "./code-security-configurations.ts";
import * as customPatterns from "./custom-patterns.ts";
import * as customProperties from "./custom-properties.ts";
import * as deliveries from "./deliveries.ts";
import * as downloads from "./downloads.ts";
import * as emailAddresses from "./email-addresses.ts";
import * as enterpriseTeams from "./enterprise-teams.ts";
import * as enterprises from "./enterprises.ts";
import * as environments from "./environments.ts";
import * as gitStore from "./git-store.ts";
import * as gpgKeys from "./gpg-keys.ts";
import * as hooks from "./hooks.ts";
import * as hostedRunners from "./hosted-runners.ts";
import * as includedProperties from "./included-properties.ts";
import * as issueFields from "./issue-fields.ts";
import * as issues from "./issues.ts";
import * as jobIdentities from "./job-identities.ts";
import * as labels from "./labels.ts";
import * as metadata from "./metadata.ts";
import * as milestones from "./milestones.ts";
import * as notificationThreads from "./notification-threads.ts";
import * as oidcKeys from "./oidc-keys.ts";
import * as outbox from "./outbox.ts";
import * as patternConfigurations from "./pattern-configurations.ts";
import * as pullRequests from "./pull-requests.ts";
import * as repositories from "./repositories.ts";
import * as reviewRequests from "./review-requests.ts";
import * as reviews from "./reviews.ts";
import * as ruleSuites from "./rule-suites.ts";
import * as rulesets from "./rulesets.ts";
import * as runnerGroups from "./runner-groups.ts";
import * as runners from "./runners.ts";
import * as secrets from "./secrets.ts";
import * as securityManagers from "./security-managers.ts";
import * as sessions from "./sessions.ts";
import * as settings from "./settings.ts";
import * as sourceImports from "./source-imports.ts";
import * as stars from "./stars.ts";
import * as subjectTemplates from "./subject-templates.ts";
import * as subscriptions from "./subscriptions.ts";
import { isTable } from "./table.ts";
import * as teams from "./teams.ts";
import * as tokens from "./tokens.ts";
import * as usageReports from "./usage-reports.ts";
import * as variables from "./variables.ts";
import * as workflowJobs from "./workflow-jobs.ts";
import * as workflowRuns from "./workflow-runs.ts";

/**
 * Version of the schema, increased by each release that changes tables. Older files are migrated, so new columns need a
 * default. Newer files are rejected.
 */
export const SCHEMA_VERSION = 1;

const MODULES = [
  accounts,
  actionsCaches,
  advisories,
  announcements,
  apps,
  assistantSeats,
  assistantSpaces,
  billingUsage,
  budgets,
  clock,
  codeSecurityConfigurations,
  customPatterns,
  customProperties,
  deliveries,
  downloads,
  emailAddresses,
  enterpriseTeams,
  enterprises,
  environments,
  gitStore,
  gpgKeys,
  hooks,
  hostedRunners,
  includedProperties,
  issueFields,
  issues,
  jobIdentities,
  labels,
  metadata,
  milestones,
  notificationThreads,
  oidcKeys,
  outbox,
  patternConfigurations,
  pullRequests,
  repositories,
  reviewRequests,
  reviews,
  ruleSuites,
  rulesets,
  runnerGroups,
  runners,
  secrets,
  securityManagers,
  sessions,
  settings,
  sourceImports,
  stars,
  subjectTemplates,
  subscriptions,
  teams,
  tokens,
  usageReports,
  variables,
  workflowJobs,
  workflowRuns,
];

const tables = MODULES.flatMap((module) => Object.values<unknown>(module).filter(isTable));

/**
 * SQL that creates all tables, each declared in the module that reads and writes it. Names that users type (logins,
 * repositories, secrets) compare case-insensitively. Dependent rows are deleted with their parent. Triggers come last,
 * because their tables must exist.
 */
export const SCHEMA = [...tables.map(({ sql }) => sql), ...tables.map(({ more }) => more)].join("\n");
