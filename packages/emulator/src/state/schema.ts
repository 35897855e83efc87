import { ACCOUNT_TABLES } from "./accounts.ts";
import { ACTIONS_CACHE_TABLES } from "./actions-caches.ts";
import { ADVISORY_TABLES } from "./advisories.ts";
import { ANNOUNCEMENT_TABLES } from "./announcements.ts";
import { APP_TABLES } from "./apps.ts";
import { ASSISTANT_SEAT_TABLES } from "./assistant-seats.ts";
import { ASSISTANT_SPACE_TABLES } from "./assistant-spaces.ts";
import { BILLING_USAGE_TABLES } from "./billing-usage.ts";
import { BUDGET_TABLES } from "./budgets.ts";
import { CLOCK_TABLES } from "./clock.ts";
import { SECURITY_CONFIGURATION_TABLES } from "./code-security-configurations.ts";
import { CUSTOM_PATTERN_TABLES } from "./custom-patterns.ts";
import { CUSTOM_PROPERTY_TABLES } from "./custom-properties.ts";
import { DELIVERY_TABLES } from "./deliveries.ts";
import { DOWNLOAD_TABLES } from "./downloads.ts";
import { EMAIL_ADDRESS_TABLES } from "./email-addresses.ts";
import { ENTERPRISE_TEAM_TABLES } from "./enterprise-teams.ts";
import { ENTERPRISE_TABLES } from "./enterprises.ts";
import { ENVIRONMENT_TABLES } from "./environments.ts";
import { GIT_TABLES } from "./git-store.ts";
import { GPG_KEY_TABLES } from "./gpg-keys.ts";
import { HOOK_TABLES } from "./hooks.ts";
import { HOSTED_RUNNER_TABLES } from "./hosted-runners.ts";
import { INCLUDED_PROPERTY_TABLES } from "./included-properties.ts";
import { ISSUE_FIELD_TABLES } from "./issue-fields.ts";
import { ISSUE_TABLES } from "./issues.ts";
import { JOB_IDENTITY_TABLES } from "./job-identities.ts";
import { ISSUE_LABEL_TABLES, LABEL_TABLES } from "./labels.ts";
import { SERVICE_TABLES } from "./metadata.ts";
import { MILESTONE_TABLES } from "./milestones.ts";
import { NOTIFICATION_THREAD_TABLES } from "./notification-threads.ts";
import { OIDC_KEY_TABLES } from "./oidc-keys.ts";
import { OUTBOX_TABLES } from "./outbox.ts";
import { PATTERN_CONFIGURATION_TABLES } from "./pattern-configurations.ts";
import { PULL_REQUEST_TABLES } from "./pull-requests.ts";
import { REPOSITORY_TABLES } from "./repositories.ts";
import { REPOSITORY_LIST_INDEXES } from "./repository-lists.ts";
import { REVIEW_REQUEST_TABLES } from "./review-requests.ts";
import { REVIEW_TABLES } from "./reviews.ts";
import { RULE_SUITE_TABLES } from "./rule-suites.ts";
import { RULESET_TABLES } from "./rulesets.ts";
import { RUNNER_GROUP_TABLES } from "./runner-groups.ts";
import { RUNNER_TABLES } from "./runners.ts";
import { SECRET_TABLES } from "./secrets.ts";
import { SECURITY_MANAGER_TABLES } from "./security-managers.ts";
import { SESSION_TABLES } from "./sessions.ts";
import { SETTING_REPOSITORY_TABLES, SETTING_TABLES } from "./settings.ts";
import { SOURCE_IMPORT_TABLES } from "./source-imports.ts";
import { STAR_TABLES } from "./stars.ts";
import { TEMPLATE_TABLES } from "./subject-templates.ts";
import { SUBSCRIPTION_TABLES } from "./subscriptions.ts";
import { TEAM_TABLES } from "./teams.ts";
import { TOKEN_TABLES } from "./tokens.ts";
import { USAGE_REPORT_TABLES } from "./usage-reports.ts";
import { VARIABLE_TABLES } from "./variables.ts";
import { WORKFLOW_JOB_TABLES } from "./workflow-jobs.ts";
import { WORKFLOW_RUN_TABLES } from "./workflow-runs.ts";

/**
 * Version of the schema, increased by each release that changes tables. Older files are migrated, so new columns need a
 * default. Newer files are rejected.
 */
export const SCHEMA_VERSION = 1;

/**
 * All tables, each defined in the module that reads and writes it. Referenced tables come first. Names that users type
 * (logins, repositories, secrets) compare case-insensitively. Dependent rows are deleted with their parent.
 */
export const SCHEMA = [
  SERVICE_TABLES,
  CLOCK_TABLES,
  ENTERPRISE_TABLES,
  ACCOUNT_TABLES,
  EMAIL_ADDRESS_TABLES,
  GPG_KEY_TABLES,
  SETTING_TABLES,
  TEAM_TABLES,
  SECURITY_MANAGER_TABLES,
  REPOSITORY_TABLES,
  REPOSITORY_LIST_INDEXES,
  SETTING_REPOSITORY_TABLES,
  CUSTOM_PROPERTY_TABLES,
  INCLUDED_PROPERTY_TABLES,
  GIT_TABLES,
  DOWNLOAD_TABLES,
  SOURCE_IMPORT_TABLES,
  APP_TABLES,
  TOKEN_TABLES,
  SESSION_TABLES,
  STAR_TABLES,
  SUBSCRIPTION_TABLES,
  LABEL_TABLES,
  MILESTONE_TABLES,
  ISSUE_TABLES,
  ISSUE_LABEL_TABLES,
  ISSUE_FIELD_TABLES,
  PULL_REQUEST_TABLES,
  NOTIFICATION_THREAD_TABLES,
  REVIEW_REQUEST_TABLES,
  REVIEW_TABLES,
  ENVIRONMENT_TABLES,
  SECRET_TABLES,
  TEMPLATE_TABLES,
  VARIABLE_TABLES,
  HOOK_TABLES,
  DELIVERY_TABLES,
  OUTBOX_TABLES,
  ANNOUNCEMENT_TABLES,
  ASSISTANT_SEAT_TABLES,
  ASSISTANT_SPACE_TABLES,
  BUDGET_TABLES,
  BILLING_USAGE_TABLES,
  RULE_SUITE_TABLES,
  RULESET_TABLES,
  PATTERN_CONFIGURATION_TABLES,
  CUSTOM_PATTERN_TABLES,
  SECURITY_CONFIGURATION_TABLES,
  ADVISORY_TABLES,
  ENTERPRISE_TEAM_TABLES,
  USAGE_REPORT_TABLES,
  RUNNER_GROUP_TABLES,
  RUNNER_TABLES,
  HOSTED_RUNNER_TABLES,
  ACTIONS_CACHE_TABLES,
  WORKFLOW_RUN_TABLES,
  WORKFLOW_JOB_TABLES,
  JOB_IDENTITY_TABLES,
  OIDC_KEY_TABLES,
].join("\n");
