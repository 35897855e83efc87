import * as actionsCaches from "../contract/areas/actions-caches.ts";
import * as actionsPermissions from "../contract/areas/actions-permissions.ts";
import * as advisories from "../contract/areas/advisories.ts";
import * as announcement from "../contract/areas/announcement.ts";
import * as artifacts from "../contract/areas/artifacts.ts";
import * as assistantSeats from "../contract/areas/assistant-seats.ts";
import * as assistantSpaces from "../contract/areas/assistant-spaces.ts";
import * as billingUsage from "../contract/areas/billing-usage.ts";
import * as branches from "../contract/areas/branches.ts";
import * as budgets from "../contract/areas/budgets.ts";
import * as checks from "../contract/areas/checks.ts";
import * as codeSecurity from "../contract/areas/code-security.ts";
import * as commits from "../contract/areas/commits.ts";
import * as contents from "../contract/areas/contents.ts";
import * as customPatterns from "../contract/areas/custom-patterns.ts";
import * as customProperties from "../contract/areas/custom-properties.ts";
import * as deployments from "../contract/areas/deployments.ts";
import * as enterpriseTeams from "../contract/areas/enterprise-teams.ts";
import * as git from "../contract/areas/git.ts";
import * as gpgKeys from "../contract/areas/gpg-keys.ts";
import * as hostedRunners from "../contract/areas/hosted-runners.ts";
import * as immutableReleases from "../contract/areas/immutable-releases.ts";
import * as installations from "../contract/areas/installations.ts";
import * as interactionLimits from "../contract/areas/interaction-limits.ts";
import * as issueFields from "../contract/areas/issue-fields.ts";
import * as issues from "../contract/areas/issues.ts";
import * as notifications from "../contract/areas/notifications.ts";
import * as oidc from "../contract/areas/oidc.ts";
import * as organizations from "../contract/areas/organizations.ts";
import * as patternConfiguration from "../contract/areas/pattern-configuration.ts";
import * as pullRequests from "../contract/areas/pull-requests.ts";
import * as releases from "../contract/areas/releases.ts";
import * as repositories from "../contract/areas/repositories.ts";
import * as repositoryInvitations from "../contract/areas/repository-invitations.ts";
import * as reviewRequests from "../contract/areas/review-requests.ts";
import * as ruleSuites from "../contract/areas/rule-suites.ts";
import * as rulesets from "../contract/areas/rulesets.ts";
import * as runnerGroups from "../contract/areas/runner-groups.ts";
import * as runners from "../contract/areas/runners.ts";
import * as search from "../contract/areas/search.ts";
import * as secrets from "../contract/areas/secrets.ts";
import * as securityManagers from "../contract/areas/security-managers.ts";
import * as service from "../contract/areas/service.ts";
import * as sourceImports from "../contract/areas/source-imports.ts";
import * as starring from "../contract/areas/starring.ts";
import * as updaterAccess from "../contract/areas/updater-access.ts";
import * as usageMetrics from "../contract/areas/usage-metrics.ts";
import * as users from "../contract/areas/users.ts";
import * as variables from "../contract/areas/variables.ts";
import * as watching from "../contract/areas/watching.ts";
import * as webhooks from "../contract/areas/webhooks.ts";
import * as workflowRuns from "../contract/areas/workflow-runs.ts";
import type { AnyOperation } from "../contract/operation-types.ts";

/** Operations of each area, by catalogue name. */
export const AREAS: Readonly<Record<string, Readonly<Record<string, AnyOperation>>>> = {
  "actions-caches": actionsCaches,
  "actions-permissions": actionsPermissions,
  advisories,
  announcement,
  artifacts,
  "assistant-seats": assistantSeats,
  "assistant-spaces": assistantSpaces,
  "billing-usage": billingUsage,
  branches,
  budgets,
  checks,
  "code-security": codeSecurity,
  commits,
  contents,
  "custom-patterns": customPatterns,
  "custom-properties": customProperties,
  deployments,
  "enterprise-teams": enterpriseTeams,
  git,
  "gpg-keys": gpgKeys,
  "hosted-runners": hostedRunners,
  "immutable-releases": immutableReleases,
  installations,
  "interaction-limits": interactionLimits,
  "issue-fields": issueFields,
  issues,
  notifications,
  oidc,
  organizations,
  "pattern-configuration": patternConfiguration,
  "pull-requests": pullRequests,
  releases,
  repositories,
  "repository-invitations": repositoryInvitations,
  "review-requests": reviewRequests,
  "rule-suites": ruleSuites,
  rulesets,
  "runner-groups": runnerGroups,
  runners,
  search,
  secrets,
  "security-managers": securityManagers,
  service,
  "source-imports": sourceImports,
  starring,
  "updater-access": updaterAccess,
  "usage-metrics": usageMetrics,
  users,
  variables,
  watching,
  webhooks,
  "workflow-runs": workflowRuns,
};
