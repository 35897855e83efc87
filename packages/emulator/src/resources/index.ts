import type { Handler } from "../http/handler.ts";
import { apps } from "./app/apps.ts";
import { installations } from "./app/installations.ts";
import { enterprisePatternConfiguration } from "./enterprise/pattern-configuration.ts";
import { runnerGroups as enterpriseRunnerGroups } from "./enterprise/runner-groups.ts";
import { teamOrganizations } from "./enterprise/team-organizations.ts";
import { usageMetrics } from "./enterprise/usage-metrics.ts";
import { installation } from "./installation/installation.ts";
import { actionsCaches } from "./organization/actions-caches.ts";
import { actionsPermissions } from "./organization/actions-permissions.ts";
import { organizationAdvisories } from "./organization/advisories.ts";
import { assistantSeats } from "./organization/assistant-seats.ts";
import { assistantSpaces } from "./organization/assistant-spaces.ts";
import { billingUsage } from "./organization/billing-usage.ts";
import { budgets } from "./organization/budgets.ts";
import { codeSecurityConfigurations } from "./organization/code-security-configurations.ts";
import { customPatterns } from "./organization/custom-patterns.ts";
import { customProperties as organizationCustomProperties } from "./organization/custom-properties.ts";
import { hostedRunners } from "./organization/hosted-runners.ts";
import { immutableReleases } from "./organization/immutable-releases.ts";
import { installation as organizationInstallation } from "./organization/installation.ts";
import { interactionLimits } from "./organization/interaction-limits.ts";
import { issueFields } from "./organization/issue-fields.ts";
import { organizationIssues } from "./organization/issues.ts";
import { members } from "./organization/members.ts";
import { memberships } from "./organization/memberships.ts";
import { oidc as organizationOidc } from "./organization/oidc.ts";
import { organizations } from "./organization/organizations.ts";
import { organizationPatternConfiguration } from "./organization/pattern-configuration.ts";
import { repositories as organizationRepositories } from "./organization/repositories.ts";
import { ruleSuites } from "./organization/rule-suites.ts";
import { rulesets } from "./organization/rulesets.ts";
import { runnerGroups as organizationRunnerGroups } from "./organization/runner-groups.ts";
import { runners } from "./organization/runners.ts";
import { securityManagers } from "./organization/security-managers.ts";
import { securityProducts } from "./organization/security-products.ts";
import { teams } from "./organization/teams.ts";
import { updaterAccess } from "./organization/updater-access.ts";
import { repositoryAdvisories } from "./repository/advisories.ts";
import { artifacts } from "./repository/artifacts.ts";
import { assignees } from "./repository/assignees.ts";
import { branchProtection } from "./repository/branch-protection.ts";
import { branches } from "./repository/branches.ts";
import { checkRuns } from "./repository/check-runs.ts";
import { checkSuites } from "./repository/check-suites.ts";
import { collaborators } from "./repository/collaborators.ts";
import { commitComments } from "./repository/commit-comments.ts";
import { commitList } from "./repository/commit-list.ts";
import { commits } from "./repository/commits.ts";
import { contents } from "./repository/contents.ts";
import { customProperties as repositoryCustomProperties } from "./repository/custom-properties.ts";
import { deploymentStatuses } from "./repository/deployment-statuses.ts";
import { deployments } from "./repository/deployments.ts";
import { dispatches } from "./repository/dispatches.ts";
import { environments } from "./repository/environments.ts";
import { forks } from "./repository/forks.ts";
import { gitObjects } from "./repository/git-objects.ts";
import { gitRefs } from "./repository/git-refs.ts";
import { gitTrees } from "./repository/git-trees.ts";
import { installation as repositoryInstallation } from "./repository/installation.ts";
import { invitations as repositoryInvitations } from "./repository/invitations.ts";
import { issueComments } from "./repository/issue-comments.ts";
import { issueEvents } from "./repository/issue-events.ts";
import { issueFieldValues } from "./repository/issue-field-values.ts";
import { issueLabels } from "./repository/issue-labels.ts";
import { issueUpdates } from "./repository/issue-updates.ts";
import { issues } from "./repository/issues.ts";
import { labels } from "./repository/labels.ts";
import { milestones } from "./repository/milestones.ts";
import { oidc as repositoryOidc } from "./repository/oidc.ts";
import { pullRequestChanges } from "./repository/pull-request-changes.ts";
import { pullRequestCommits } from "./repository/pull-request-commits.ts";
import { pullRequestFiles } from "./repository/pull-request-files.ts";
import { pullRequestMerges } from "./repository/pull-request-merges.ts";
import { pullRequests } from "./repository/pull-requests.ts";
import { reactions } from "./repository/reactions.ts";
import { readme } from "./repository/readme.ts";
import { releaseAssets } from "./repository/release-assets.ts";
import { releaseUploads } from "./repository/release-uploads.ts";
import { releases } from "./repository/releases.ts";
import { repositories } from "./repository/repositories.ts";
import { reviewComments } from "./repository/review-comments.ts";
import { reviewRequests } from "./repository/review-requests.ts";
import { reviews } from "./repository/reviews.ts";
import { sourceImports } from "./repository/source-imports.ts";
import { stargazers as repositoryStargazers } from "./repository/stargazers.ts";
import { statistics } from "./repository/statistics.ts";
import { statuses } from "./repository/statuses.ts";
import { tags } from "./repository/tags.ts";
import { timeline } from "./repository/timeline.ts";
import { topics } from "./repository/topics.ts";
import { vulnerabilityAlerts } from "./repository/vulnerability-alerts.ts";
import { watching } from "./repository/watching.ts";
import { workflowRuns } from "./repository/workflow-runs.ts";
import { workflows } from "./repository/workflows.ts";
import { search } from "./service/search.ts";
import { searches } from "./service/searches.ts";
import { service } from "./service/service.ts";
import { announcements } from "./shared/announcement.ts";
import { deliveries } from "./shared/deliveries.ts";
import { hooks } from "./shared/hooks.ts";
import { secrets } from "./shared/secrets.ts";
import { variables } from "./shared/variables.ts";
import { gpgKeys } from "./user/gpg-keys.ts";
import { installations as userInstallations } from "./user/installations.ts";
import { invitations as userInvitations } from "./user/invitations.ts";
import { userIssues } from "./user/issues.ts";
import { notifications } from "./user/notifications.ts";
import { organizations as userOrganizations } from "./user/organizations.ts";
import { repositories as userRepositories } from "./user/repositories.ts";
import { starring } from "./user/starring.ts";
import { threads } from "./user/threads.ts";
import { users } from "./user/users.ts";
import { watching as userWatching } from "./user/watching.ts";

/** The handlers of all operations of the API, one per operation. */
export const HANDLERS: readonly Handler[] = [
  ...actionsCaches,
  ...actionsPermissions,
  ...announcements,
  ...apps,
  ...assistantSeats,
  ...assistantSpaces,
  ...billingUsage,
  ...budgets,
  ...codeSecurityConfigurations,
  ...checkRuns,
  ...collaborators,
  ...commits,
  ...contents,
  ...customPatterns,
  ...deliveries,
  ...enterprisePatternConfiguration,
  ...enterpriseRunnerGroups,
  ...environments,
  ...gpgKeys,
  ...hooks,
  ...hostedRunners,
  ...immutableReleases,
  ...installation,
  ...installations,
  ...interactionLimits,
  ...issueFieldValues,
  ...issueFields,
  ...organizationAdvisories,
  ...organizationCustomProperties,
  ...organizationInstallation,
  ...organizationOidc,
  ...organizationPatternConfiguration,
  ...organizationRepositories,
  ...organizationRunnerGroups,
  ...organizations,
  ...userOrganizations,
  ...userRepositories,
  ...pullRequestFiles,
  ...pullRequests,
  ...repositories,
  ...repositoryAdvisories,
  ...repositoryCustomProperties,
  ...repositoryInstallation,
  ...repositoryOidc,
  ...reviewRequests,
  ...reviews,
  ...ruleSuites,
  ...rulesets,
  ...runners,
  ...search,
  ...secrets,
  ...securityManagers,
  ...securityProducts,
  ...service,
  ...sourceImports,
  ...repositoryStargazers,
  ...starring,
  ...teamOrganizations,
  ...teams,
  ...threads,
  ...updaterAccess,
  ...usageMetrics,
  ...users,
  ...userWatching,
  ...variables,
  ...watching,
  ...workflowRuns,
  ...workflows,
  ...assignees,
  ...issueComments,
  ...issueEvents,
  ...issueLabels,
  ...issueUpdates,
  ...issues,
  ...labels,
  ...milestones,
  ...organizationIssues,
  ...reactions,
  ...timeline,
  ...userIssues,
  ...pullRequestChanges,
  ...pullRequestCommits,
  ...pullRequestMerges,
  ...reviewComments,
  ...gitObjects,
  ...gitRefs,
  ...gitTrees,
  ...dispatches,
  ...notifications,
  ...artifacts,
  ...releaseUploads,
  ...releases,
  ...releaseAssets,
  ...statuses,
  ...commitComments,
  ...deployments,
  ...deploymentStatuses,
  ...checkSuites,
  ...branches,
  ...branchProtection,
  ...commitList,
  ...readme,
  ...statistics,
  ...tags,
  ...searches,
  ...members,
  ...memberships,
  ...forks,
  ...repositoryInvitations,
  ...topics,
  ...vulnerabilityAlerts,
  ...userInstallations,
  ...userInvitations,
];
