// Types of the objects in payloads, exported by name for code that passes them on.

export type { Advisory, AdvisoryCredit, AdvisoryVulnerability } from "../objects/advisory.ts";
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
  SubIssuesSummary,
} from "../objects/issue.ts";
export type { License } from "../objects/license.ts";
export type { EventMilestone } from "../objects/milestone.ts";
export type { FormerOrganization, Organization } from "../objects/organization.ts";
export type { GrantedPermissions } from "../objects/permissions.ts";
export type {
  EventLabel,
  PullRequestLinks,
} from "../objects/pull-request.ts";
export type {
  EventRepository,
  MinimalRepository,
  PushedRepository,
  RunHeadRepository,
  RunRepository,
  SimpleRepository,
} from "../objects/repository.ts";
export type { ParentTeam, Team } from "../objects/team.ts";
export type { EventUser, User } from "../objects/user.ts";
export type {
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
export type { CommitComment } from "./parts/commit-comment.ts";
export type { EventDeployment, SimpleDeployment } from "./parts/deployment.ts";
export type { EventHook } from "./parts/hook.ts";
export type { EventIssue, FormerIssue, IssuePullRequest } from "./parts/issue.ts";
export type { EventInvitation, EventMembership } from "./parts/membership.ts";
export type { PreviousText } from "./parts/previous-text.ts";
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
export type { SecretScanningAlert } from "./parts/secret-scanning-alert.ts";
export type { EventTeam } from "./parts/team.ts";
export type { EventWorkflow } from "./parts/workflow.ts";
export type { CompletedJob, EventJob, EventJobStep } from "./parts/workflow-job.ts";
export type { EventWorkflowRun } from "./parts/workflow-run.ts";
