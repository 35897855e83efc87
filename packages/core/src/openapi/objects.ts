import type * as z from "zod/mini";
import * as actionsCache from "../contract/objects/actions-cache.ts";
import * as actionsPermissions from "../contract/objects/actions-permissions.ts";
import * as advisory from "../contract/objects/advisory.ts";
import * as announcement from "../contract/objects/announcement.ts";
import * as app from "../contract/objects/app.ts";
import * as artifact from "../contract/objects/artifact.ts";
import * as assistantSeat from "../contract/objects/assistant-seat.ts";
import * as billingUsage from "../contract/objects/billing-usage.ts";
import * as branch from "../contract/objects/branch.ts";
import * as branchProtection from "../contract/objects/branch-protection.ts";
import * as budget from "../contract/objects/budget.ts";
import * as checkAnnotation from "../contract/objects/check-annotation.ts";
import * as checkRun from "../contract/objects/check-run.ts";
import * as checkSuite from "../contract/objects/check-suite.ts";
import * as codeSecurityConfiguration from "../contract/objects/code-security-configuration.ts";
import * as commit from "../contract/objects/commit.ts";
import * as commitActivity from "../contract/objects/commit-activity.ts";
import * as commitComment from "../contract/objects/commit-comment.ts";
import * as commitStatus from "../contract/objects/commit-status.ts";
import * as content from "../contract/objects/content.ts";
import * as contributor from "../contract/objects/contributor.ts";
import * as customPattern from "../contract/objects/custom-pattern.ts";
import * as customProperty from "../contract/objects/custom-property.ts";
import * as delivery from "../contract/objects/delivery.ts";
import * as deployment from "../contract/objects/deployment.ts";
import * as enterprise from "../contract/objects/enterprise.ts";
import * as environment from "../contract/objects/environment.ts";
import * as git from "../contract/objects/git.ts";
import * as gpgKey from "../contract/objects/gpg-key.ts";
import * as hook from "../contract/objects/hook.ts";
import * as hostedRunner from "../contract/objects/hosted-runner.ts";
import * as immutableReleases from "../contract/objects/immutable-releases.ts";
import * as includedProperty from "../contract/objects/included-property.ts";
import * as installation from "../contract/objects/installation.ts";
import * as interactionLimit from "../contract/objects/interaction-limit.ts";
import * as invitation from "../contract/objects/invitation.ts";
import * as issue from "../contract/objects/issue.ts";
import * as issueEvent from "../contract/objects/issue-event.ts";
import * as issueField from "../contract/objects/issue-field.ts";
import * as label from "../contract/objects/label.ts";
import * as license from "../contract/objects/license.ts";
import * as membership from "../contract/objects/membership.ts";
import * as milestone from "../contract/objects/milestone.ts";
import * as organization from "../contract/objects/organization.ts";
import * as patternConfiguration from "../contract/objects/pattern-configuration.ts";
import * as permissions from "../contract/objects/permissions.ts";
import * as pullRequest from "../contract/objects/pull-request.ts";
import * as rateLimit from "../contract/objects/rate-limit.ts";
import * as reaction from "../contract/objects/reaction.ts";
import * as release from "../contract/objects/release.ts";
import * as repository from "../contract/objects/repository.ts";
import * as repositoryAccess from "../contract/objects/repository-access.ts";
import * as review from "../contract/objects/review.ts";
import * as reviewComment from "../contract/objects/review-comment.ts";
import * as ruleSuite from "../contract/objects/rule-suite.ts";
import * as rules from "../contract/objects/rules.ts";
import * as ruleset from "../contract/objects/ruleset.ts";
import * as runner from "../contract/objects/runner.ts";
import * as runnerGroup from "../contract/objects/runner-group.ts";
import * as searchResults from "../contract/objects/search-results.ts";
import * as secret from "../contract/objects/secret.ts";
import * as service from "../contract/objects/service.ts";
import * as sourceImport from "../contract/objects/source-import.ts";
import * as spaceCollaborator from "../contract/objects/space-collaborator.ts";
import * as star from "../contract/objects/star.ts";
import * as subjectTemplate from "../contract/objects/subject-template.ts";
import * as subscription from "../contract/objects/subscription.ts";
import * as tag from "../contract/objects/tag.ts";
import * as team from "../contract/objects/team.ts";
import * as thread from "../contract/objects/thread.ts";
import * as topics from "../contract/objects/topics.ts";
import * as usageMetricsReport from "../contract/objects/usage-metrics-report.ts";
import * as user from "../contract/objects/user.ts";
import * as variable from "../contract/objects/variable.ts";
import * as workflow from "../contract/objects/workflow.ts";
import * as workflowRun from "../contract/objects/workflow-run.ts";
import type { NamedSchema } from "../contract/schema.ts";
import * as eventObjects from "./event-objects.ts";

// All modules with objects of the contract; their exports are the named schemas.
const MODULES = [
  actionsCache,
  actionsPermissions,
  advisory,
  announcement,
  app,
  artifact,
  assistantSeat,
  billingUsage,
  branch,
  branchProtection,
  budget,
  checkAnnotation,
  checkRun,
  checkSuite,
  codeSecurityConfiguration,
  commit,
  commitActivity,
  commitComment,
  commitStatus,
  content,
  contributor,
  customPattern,
  customProperty,
  delivery,
  deployment,
  enterprise,
  environment,
  eventObjects,
  git,
  gpgKey,
  hook,
  hostedRunner,
  immutableReleases,
  includedProperty,
  installation,
  interactionLimit,
  invitation,
  issue,
  issueEvent,
  issueField,
  label,
  license,
  membership,
  milestone,
  organization,
  patternConfiguration,
  permissions,
  pullRequest,
  rateLimit,
  reaction,
  release,
  repository,
  repositoryAccess,
  review,
  reviewComment,
  ruleSuite,
  rules,
  ruleset,
  runner,
  runnerGroup,
  searchResults,
  secret,
  service,
  sourceImport,
  spaceCollaborator,
  star,
  subjectTemplate,
  subscription,
  tag,
  team,
  thread,
  topics,
  usageMetricsReport,
  user,
  variable,
  workflow,
  workflowRun,
];

/** Returns the named schemas of the contract, by name. */
export function namedSchemas(): ReadonlyMap<string, z.ZodMiniType> {
  const named = new Map<string, z.ZodMiniType>();
  for (const module of MODULES) {
    for (const [name, object] of Object.entries<NamedSchema<unknown>>(module)) named.set(name, object.schema());
  }
  return named;
}
