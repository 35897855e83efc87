// Public entry point: the catalogue of operations and the types of their responses. The types are exported here rather
// than in the catalogue because the compiler writes declarations with the shortest path to a type, and a path through
// the catalogue would make every area load all of it.

export * from "../contract/index.ts";
export type {
  CacheRetentionLimit,
  CacheStorageLimit,
  CacheUsage,
  RepositoryCacheUsage,
} from "../contract/objects/actions-cache.ts";
export type {
  ActionsPermissions,
  ActionsRetention,
  ForkApproval,
  PrivateForkWorkflows,
  RepositoryRunnerPermissions,
  SelectedActions,
  WorkflowPermissions,
} from "../contract/objects/actions-permissions.ts";
export type { Advisory, AdvisoryCredit, AdvisoryVulnerability } from "../contract/objects/advisory.ts";
export type { Announcement } from "../contract/objects/announcement.ts";
export type { App } from "../contract/objects/app.ts";
export type { LicenseSeat, SeatBilling } from "../contract/objects/assistant-seat.ts";
export type { ModelUsageReport, UsageReport, UsageSummary } from "../contract/objects/billing-usage.ts";
export type { Budget, ChangedBudget, ListedBudget } from "../contract/objects/budget.ts";
export type { CheckRunDeployment, CheckRunDetails } from "../contract/objects/check-run.ts";
export type { CheckSuiteDetails, CheckSuitePreferences } from "../contract/objects/check-suite.ts";
export type {
  CodeSecurityConfiguration,
  ConfiguredRepository,
  DefaultCodeSecurityConfiguration,
} from "../contract/objects/code-security-configuration.ts";
export type { Commit, CommitComparison } from "../contract/objects/commit.ts";
export type { Content, ContentTree, DirectoryEntry, FileCommit } from "../contract/objects/content.ts";
export type { CustomPattern } from "../contract/objects/custom-pattern.ts";
export type { CustomPropertyValue, RepositoryCustomProperties } from "../contract/objects/custom-property.ts";
export type { FullHookDelivery, HookDelivery } from "../contract/objects/delivery.ts";
export type { Enterprise } from "../contract/objects/enterprise.ts";
export type { DeploymentBranchPolicy, Environment } from "../contract/objects/environment.ts";
export type { GpgKey } from "../contract/objects/gpg-key.ts";
export type { Hook, HookConfig, RepositoryHook } from "../contract/objects/hook.ts";
export type {
  HostedRunner,
  HostedRunnerImage,
  HostedRunnerLimits,
  MachineSize,
} from "../contract/objects/hosted-runner.ts";
export type { ImmutableReleases } from "../contract/objects/immutable-releases.ts";
export type { IncludedProperty } from "../contract/objects/included-property.ts";
export type { Installation, InstallationToken } from "../contract/objects/installation.ts";
export type { CurrentInteractionLimit, InteractionLimit } from "../contract/objects/interaction-limit.ts";
export type {
  Issue,
  IssueComment,
  IssueCommentPin,
  IssueDependenciesSummary,
  IssueSearchResult,
  IssueSuggestions,
  IssueType,
  MinimizedComment,
  Reactions,
  SubIssuesSummary,
  UpdatedIssue,
} from "../contract/objects/issue.ts";
export type {
  ChangedIssueType,
  EventOfIssue,
  IssueEvent,
  IssueReference,
  ProjectCardReference,
  TimelineCommitComment,
  TimelineEvent,
} from "../contract/objects/issue-event.ts";
export type { IssueField, IssueFieldValue } from "../contract/objects/issue-field.ts";
export type { Label } from "../contract/objects/label.ts";
export type { License } from "../contract/objects/license.ts";
export type { Milestone } from "../contract/objects/milestone.ts";
export type { Organization, OrganizationProfile } from "../contract/objects/organization.ts";
export type { PatternConfiguration, PatternOverride } from "../contract/objects/pattern-configuration.ts";
export type { GrantedPermissions } from "../contract/objects/permissions.ts";
export type {
  AutoMerge,
  ChangedFile,
  MergeResult,
  PullRequest,
  PullRequestStack,
  PullRequestSummary,
} from "../contract/objects/pull-request.ts";
export type { RateLimit, RateLimits } from "../contract/objects/rate-limit.ts";
export type { Reaction } from "../contract/objects/reaction.ts";
export type {
  FullRepository,
  InstallationRepository,
  MinimalRepository,
  Repository,
  SimpleRepository,
} from "../contract/objects/repository.ts";
export type { RepositoryAccess } from "../contract/objects/repository-access.ts";
export type { RequestedReviewers, Review } from "../contract/objects/review.ts";
export type { CommentOfReview, PullRequestReviewComment } from "../contract/objects/review-comment.ts";
export type { EvaluatedRuleSuite, RuleSuite } from "../contract/objects/rule-suite.ts";
export type { RepositoryRule } from "../contract/objects/rules.ts";
export type {
  BypassActor,
  Ruleset,
  RulesetConditions,
  RulesetVersion,
  RulesetVersionWithState,
} from "../contract/objects/ruleset.ts";
export type { Runner, RunnerApplication, RunnerLabel, RunnerToken } from "../contract/objects/runner.ts";
export type { EnterpriseRunnerGroup, RunnerGroup } from "../contract/objects/runner-group.ts";
export type { OrganizationSecret, PublicKey, Secret } from "../contract/objects/secret.ts";
export type { ServiceMeta } from "../contract/objects/service.ts";
export type { ImportAuthor, ImportLargeFile, SourceImport } from "../contract/objects/source-import.ts";
export type { SpaceCollaborator } from "../contract/objects/space-collaborator.ts";
export type { Stargazer, StarredRepository } from "../contract/objects/star.ts";
export type { OrganizationSubjectTemplate, RepositorySubjectTemplate } from "../contract/objects/subject-template.ts";
export type { RepositorySubscription } from "../contract/objects/subscription.ts";
export type { EnterpriseTeam, ParentTeam, SimpleTeam, Team } from "../contract/objects/team.ts";
export type { DailyUsageReport, LatestUsageReport } from "../contract/objects/usage-metrics-report.ts";
export type { Collaborator, User, UserProfile } from "../contract/objects/user.ts";
export type { OrganizationVariable, Variable } from "../contract/objects/variable.ts";
export type {
  HeadCommit,
  PullRequestReference,
  ReferencedWorkflow,
  WorkflowJob,
  WorkflowRun,
} from "../contract/objects/workflow-run.ts";
