// Types of the objects in payloads, exported by name for code that passes them on.

export type { Advisory, AdvisoryCredit, AdvisoryVulnerability } from "../objects/advisory.ts";
export type { EventCommitComment } from "../objects/commit-comment.ts";
export type { CustomPropertyValue } from "../objects/custom-property.ts";
export type { Enterprise } from "../objects/enterprise.ts";
export type { HookConfig } from "../objects/hook.ts";
export type {
  EventInstallation,
  InstallationReference,
} from "../objects/installation.ts";
export type {
  IssueDependenciesSummary,
  IssueType,
  Reactions,
  RelatedIssue,
  SubIssuesSummary,
} from "../objects/issue.ts";
export type { License } from "../objects/license.ts";
export type { EventMilestone } from "../objects/milestone.ts";
export type { FormerOrganization, Organization } from "../objects/organization.ts";
export type { GrantedPermissions } from "../objects/permissions.ts";
export type {
  EventLabel,
  PullRequest,
  PullRequestLinks,
  PullRequestStack,
} from "../objects/pull-request.ts";
export type { EventRelease, EventReleaseAsset } from "../objects/release.ts";
export type {
  EventRepository,
  FullRepository,
  MinimalRepository,
  PartialRepository,
  PushedRepository,
  Repository,
  RunHeadRepository,
  RunRepository,
  SecurityAndAnalysis,
  SimpleRepository,
} from "../objects/repository.ts";
export type { RepositoryRule } from "../objects/rules.ts";
export type { BypassActor, Ruleset, RulesetConditions } from "../objects/ruleset.ts";
export type { ParentTeam, Team } from "../objects/team.ts";
export type { EventUser, User } from "../objects/user.ts";
export type {
  HeadCommit,
  PullRequestReference,
  ReferencedWorkflow,
} from "../objects/workflow-run.ts";
export type { EventApp } from "./parts/app.ts";
export type { CheckOutput, CheckRun, CompletedCheckRun, SimpleCheckSuite } from "./parts/check-run.ts";
export type { CheckSuite, CompletedCheckSuite } from "./parts/check-suite.ts";
export type {
  ClosedCodeScanningAlert,
  CodeScanningAlert,
  CodeScanningInstance,
  CodeScanningRule,
  CodeScanningTool,
} from "./parts/code-scanning-alert.ts";
export type { CommitPerson, EventHeadCommit, PushedCommit, Pusher } from "./parts/commit.ts";
export type { EventDeployment, SimpleDeployment } from "./parts/deployment.ts";
export type { DeploymentRun } from "./parts/deployment-run.ts";
export type { DeploymentCheckRun, DeploymentJob, EventDeploymentStatus } from "./parts/deployment-status.ts";
export type { Discussion, DiscussionCategory, DiscussionComment } from "./parts/discussion.ts";
export type { ExemptionRequest, ExemptionResponse } from "./parts/exemption-request.ts";
export type { EventHook } from "./parts/hook.ts";
export type { InstallationAccount } from "./parts/installation-account.ts";
export type { EventIssue, FormerIssue, IssuePullRequest } from "./parts/issue.ts";
export type { EventIssueComment } from "./parts/issue-comment.ts";
export type { EventIssueField, EventIssueFieldValue } from "./parts/issue-field-value.ts";
export type { EventInvitation, EventMembership } from "./parts/membership.ts";
export type { EventPackage, PackageFile, PackageVersion } from "./parts/package.ts";
export type { PreviousText } from "./parts/previous-text.ts";
export type { Project, ProjectFieldChange, ProjectItem, ProjectStatusUpdate } from "./parts/project.ts";
export type { ProtectionRule, ProtectionRuleChanges } from "./parts/protection-rule.ts";
export type {
  EventAutoMerge,
  EventPullRequest,
  EventPullRequestDetails,
  PullRequestBase,
  PullRequestHead,
  RequestedReviewer,
  ReviewedPullRequest,
} from "./parts/pull-request.ts";
export type { RepositoryReference } from "./parts/repository-reference.ts";
export type { EventReview } from "./parts/review.ts";
export type { ReviewComment } from "./parts/review-comment.ts";
export type { RulesetChanges } from "./parts/ruleset-changes.ts";
export type { SecretLocation } from "./parts/secret-location.ts";
export type { SecretScanningAlert } from "./parts/secret-scanning-alert.ts";
export type { StatusCommit } from "./parts/status-commit.ts";
export type { EventTeam } from "./parts/team.ts";
export type { UpdaterAlert } from "./parts/updater-alert.ts";
export type {
  GlobalAdvisory,
  PackageVulnerability,
  UpdaterAdvisory,
  VulnerableDependency,
} from "./parts/vulnerability.ts";
export type { EventWorkflow } from "./parts/workflow.ts";
export type { CompletedJob, EventJob, EventJobStep } from "./parts/workflow-job.ts";
export type { EventWorkflowRun } from "./parts/workflow-run.ts";
