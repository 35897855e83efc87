// The named schemas of webhook payloads.
export { EventApp } from "../contract/events/parts/app.ts";
export { CheckOutput, CheckRun, CompletedCheckRun, SimpleCheckSuite } from "../contract/events/parts/check-run.ts";
export { CheckSuite, CompletedCheckSuite } from "../contract/events/parts/check-suite.ts";
export {
  ClosedCodeScanningAlert,
  CodeScanningAlert,
  CodeScanningInstance,
  CodeScanningRule,
  CodeScanningTool,
} from "../contract/events/parts/code-scanning-alert.ts";
export { CommitPerson, EventHeadCommit, PushedCommit, Pusher } from "../contract/events/parts/commit.ts";
export { EventDeployment, SimpleDeployment } from "../contract/events/parts/deployment.ts";
export { DeploymentRun } from "../contract/events/parts/deployment-run.ts";
export {
  DeploymentCheckRun,
  DeploymentJob,
  EventDeploymentStatus,
} from "../contract/events/parts/deployment-status.ts";
export { Discussion, DiscussionCategory, DiscussionComment } from "../contract/events/parts/discussion.ts";
export { ExemptionRequest, ExemptionResponse } from "../contract/events/parts/exemption-request.ts";
export { EventHook } from "../contract/events/parts/hook.ts";
export { InstallationAccount } from "../contract/events/parts/installation-account.ts";
export { EventIssue, FormerIssue, IssuePullRequest } from "../contract/events/parts/issue.ts";
export { EventIssueComment } from "../contract/events/parts/issue-comment.ts";
export { EventIssueField, EventIssueFieldValue } from "../contract/events/parts/issue-field-value.ts";
export { EventInvitation, EventMembership } from "../contract/events/parts/membership.ts";
export { EventPackage, PackageFile, PackageVersion } from "../contract/events/parts/package.ts";
export { PreviousText } from "../contract/events/parts/previous-text.ts";
export { Project, ProjectFieldChange, ProjectItem, ProjectStatusUpdate } from "../contract/events/parts/project.ts";
export { ProtectionRule, ProtectionRuleChanges } from "../contract/events/parts/protection-rule.ts";
export {
  EventAutoMerge,
  EventPullRequest,
  EventPullRequestDetails,
  PullRequestBase,
  PullRequestHead,
  RequestedReviewer,
  ReviewedPullRequest,
} from "../contract/events/parts/pull-request.ts";
export { RepositoryReference } from "../contract/events/parts/repository-reference.ts";
export { EventReview } from "../contract/events/parts/review.ts";
export { ReviewComment } from "../contract/events/parts/review-comment.ts";
export { RulesetChanges } from "../contract/events/parts/ruleset-changes.ts";
export { SecretLocation } from "../contract/events/parts/secret-location.ts";
export { SecretScanningAlert } from "../contract/events/parts/secret-scanning-alert.ts";
export { StatusCommit } from "../contract/events/parts/status-commit.ts";
export { EventTeam } from "../contract/events/parts/team.ts";
export { UpdaterAlert } from "../contract/events/parts/updater-alert.ts";
export {
  GlobalAdvisory,
  PackageVulnerability,
  UpdaterAdvisory,
  VulnerableDependency,
} from "../contract/events/parts/vulnerability.ts";
export { EventWorkflow } from "../contract/events/parts/workflow.ts";
export { CompletedJob, EventJob, EventJobStep } from "../contract/events/parts/workflow-job.ts";
export { EventWorkflowRun } from "../contract/events/parts/workflow-run.ts";
