// All events, under their neutral names.
export { branchProtectionConfiguration as branch_protection_configuration } from "./branch-protection-configuration.ts";
export { branchProtectionRule as branch_protection_rule } from "./branch-protection-rule.ts";
export { cacheSync as cache_sync } from "./cache-sync.ts";
export { checkRun as check_run } from "./check-run.ts";
export { checkSuite as check_suite } from "./check-suite.ts";
export { project, projectCard as project_card, projectColumn as project_column } from "./classic-projects.ts";
export { codeScanningAlert as code_scanning_alert } from "./code-scanning-alert.ts";
export { commitComment as commit_comment } from "./commit-comment.ts";
export {
  customProperty as custom_property,
  customPropertyValues as custom_property_values,
  organizationCustomPropertyValues as organization_custom_property_values,
} from "./custom-properties.ts";
export { deployKey as deploy_key } from "./deploy-key.ts";
export {
  deployment,
  deploymentProtectionRule as deployment_protection_rule,
  deploymentReview as deployment_review,
  deploymentStatus as deployment_status,
} from "./deployments.ts";
export { discussion, discussionComment as discussion_comment } from "./discussions.ts";
export { repositoryDispatch as repository_dispatch, workflowDispatch as workflow_dispatch } from "./dispatches.ts";
export {
  bypassRequestSecretScanning as bypass_request_secret_scanning,
  dismissalRequestCodeScanning as dismissal_request_code_scanning,
  dismissalRequestSecretScanning as dismissal_request_secret_scanning,
  dismissalRequestUpdater as dismissal_request_updater,
  exemptionRequestPushRuleset as exemption_request_push_ruleset,
} from "./exemption-requests.ts";
export { fork } from "./fork.ts";
export { gollum } from "./gollum.ts";
export { installation } from "./installation.ts";
export {
  installationRepositories as installation_repositories,
  installationTarget as installation_target,
} from "./installation-changes.ts";
export { issueComment as issue_comment } from "./issue-comment.ts";
export { issueDependencies as issue_dependencies, subIssues as sub_issues } from "./issue-relations.ts";
export { issues } from "./issues.ts";
export { label } from "./label.ts";
export { member } from "./member.ts";
export { membership } from "./membership.ts";
export { mergeGroup as merge_group } from "./merge-group.ts";
export { meta } from "./meta.ts";
export { milestone } from "./milestone.ts";
export { orgBlock as org_block } from "./org-block.ts";
export { organization } from "./organization.ts";
export { packageVersion as package, registryPackage as registry_package } from "./packages.ts";
export { pageBuild as page_build } from "./page-build.ts";
export { personalAccessTokenRequest as personal_access_token_request } from "./personal-access-token-request.ts";
export { ping } from "./ping.ts";
export {
  projectsV2 as projects_v2,
  projectsV2Item as projects_v2_item,
  projectsV2StatusUpdate as projects_v2_status_update,
} from "./projects.ts";
export { madePublic as public } from "./public.ts";
export { pullRequest as pull_request } from "./pull-request.ts";
export {
  pullRequestReviewComment as pull_request_review_comment,
  pullRequestReviewThread as pull_request_review_thread,
} from "./pull-request-comments.ts";
export { pullRequestReview as pull_request_review } from "./pull-request-review.ts";
export { push } from "./push.ts";
export { createRef as create, deleteRef as delete } from "./refs.ts";
export { release } from "./release.ts";
export { repository } from "./repository.ts";
export { repositoryAdvisory as repository_advisory } from "./repository-advisory.ts";
export { repositoryImport as repository_import } from "./repository-import.ts";
export { repositoryRuleset as repository_ruleset } from "./repository-ruleset.ts";
export { repositoryVulnerabilityAlert as repository_vulnerability_alert } from "./repository-vulnerability-alert.ts";
export {
  secretScanningAlertLocation as secret_scanning_alert_location,
  secretScanningScan as secret_scanning_scan,
} from "./secret-scanning.ts";
export { secretScanningAlert as secret_scanning_alert } from "./secret-scanning-alert.ts";
export { securityAdvisory as security_advisory } from "./security-advisory.ts";
export { securityAndAnalysis as security_and_analysis } from "./security-and-analysis.ts";
export { star } from "./star.ts";
export { status } from "./status.ts";
export { svcAppAuthorization as svc_app_authorization } from "./svc-app-authorization.ts";
export { team } from "./team.ts";
export { teamAdd as team_add } from "./team-add.ts";
export { updaterAlert as updater_alert } from "./updater-alert.ts";
export { watch } from "./watch.ts";
export { workflowJob as workflow_job } from "./workflow-job.ts";
export { workflowRun as workflow_run } from "./workflow-run.ts";
