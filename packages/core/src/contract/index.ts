// The catalogue: every operation by its name, and nothing else at run time; the types are those of the answers.

export * from "./areas/advisories.ts";
export * from "./areas/announcement.ts";
export * from "./areas/assistant-spaces.ts";
export * from "./areas/budgets.ts";
export * from "./areas/contents.ts";
export * from "./areas/custom-properties.ts";
export * from "./areas/enterprise-teams.ts";
export * from "./areas/gpg-keys.ts";
export * from "./areas/installations.ts";
export * from "./areas/issue-fields.ts";
export * from "./areas/oidc.ts";
export * from "./areas/organizations.ts";
export * from "./areas/pattern-configuration.ts";
export * from "./areas/pull-requests.ts";
export * from "./areas/repositories.ts";
export * from "./areas/review-requests.ts";
export * from "./areas/rule-suites.ts";
export * from "./areas/runner-groups.ts";
export * from "./areas/runners.ts";
export * from "./areas/search.ts";
export * from "./areas/secrets.ts";
export * from "./areas/service.ts";
export * from "./areas/source-imports.ts";
export * from "./areas/starring.ts";
export * from "./areas/usage-metrics.ts";
export * from "./areas/users.ts";
export * from "./areas/variables.ts";
export * from "./areas/watching.ts";
export * from "./areas/webhooks.ts";
export * from "./areas/workflow-runs.ts";
export type { Advisory, AdvisoryCredit, AdvisoryVulnerability } from "./objects/advisory.ts";
export type { Announcement } from "./objects/announcement.ts";
export type { Budget, ChangedBudget, ListedBudget } from "./objects/budget.ts";
export type { Content, ContentTree, DirectoryEntry, FileCommit } from "./objects/content.ts";
export type { CustomPropertyValue, RepositoryCustomProperties } from "./objects/custom-property.ts";
export type { Delivery, FullDelivery } from "./objects/delivery.ts";
export type { DeploymentBranchPolicy, Environment } from "./objects/environment.ts";
export type { GpgKey } from "./objects/gpg-key.ts";
export type { Hook, HookConfig, RepositoryHook } from "./objects/hook.ts";
export type { Installation, InstallationToken } from "./objects/installation.ts";
export type {
  App,
  IssueComment,
  IssueDependenciesSummary,
  IssueSearchResult,
  IssueType,
  Reactions,
  SubIssuesSummary,
} from "./objects/issue.ts";
export type { IssueField, IssueFieldValue } from "./objects/issue-field.ts";
export type { License } from "./objects/license.ts";
export type { Enterprise, Organization, OrganizationProfile } from "./objects/organization.ts";
export type { PatternConfiguration, PatternOverride } from "./objects/pattern-configuration.ts";
export type { GrantedPermissions } from "./objects/permissions.ts";
export type {
  AutoMerge,
  ChangedFile,
  Milestone,
  PullRequest,
  PullRequestStack,
  PullRequestSummary,
} from "./objects/pull-request.ts";
export type { RateLimit, RateLimits } from "./objects/rate-limit.ts";
export type { FullRepository, MinimalRepository, Repository, SimpleRepository } from "./objects/repository.ts";
export type { RequestedReviewers, Review } from "./objects/review.ts";
export type { EvaluatedRuleSuite, RuleSuite } from "./objects/rule-suite.ts";
export type { Runner, RunnerApplication, RunnerLabel, RunnerToken } from "./objects/runner.ts";
export type { EnterpriseRunnerGroup, RunnerGroup } from "./objects/runner-group.ts";
export type { OrganizationSecret, PublicKey, Secret } from "./objects/secret.ts";
export type { ServiceMeta } from "./objects/service.ts";
export type { ImportAuthor, ImportLargeFile, SourceImport } from "./objects/source-import.ts";
export type { SpaceCollaborator } from "./objects/space-collaborator.ts";
export type { Stargazer, StarredRepository } from "./objects/star.ts";
export type { OrganizationSubjectTemplate, RepositorySubjectTemplate } from "./objects/subject-template.ts";
export type { RepositorySubscription } from "./objects/subscription.ts";
export type { ParentTeam, Team } from "./objects/team.ts";
export type { DayReport, LatestReport } from "./objects/usage-metrics-report.ts";
export type { Collaborator, User, UserProfile } from "./objects/user.ts";
export type { OrganizationVariable, Variable } from "./objects/variable.ts";
export type { HeadCommit, Job, PullRequestReference, ReferencedWorkflow, WorkflowRun } from "./objects/workflow-run.ts";
