import type { RepositoryRule } from "@forgehand/core/operations";
import { commitsSince } from "../git/history.ts";
import type { Database } from "../state/database.ts";
import type { Repository } from "../state/repositories.ts";
import { checkStatesOf } from "./check-states.ts";
import type { PushContext } from "./push-context.ts";
import type { RuleFinding } from "./rule-finding.ts";

type StatusChecksRuleParameters = Extract<RepositoryRule, { type: "required_status_checks" }>["parameters"];

/** The violation by a head that lacks commits of its base branch. */
export const OUTDATED_HEAD = "The head branch is not up to date with the base branch.";

/**
 * Requires successful status checks: statuses of the commit, and check runs, of which each job of a workflow is one. For
 * a merge, those of the head commit count, too, and a strict rule requires that the head contains the base branch.
 */
export function evaluateStatusChecksRule(parameters: StatusChecksRuleParameters, push: PushContext): RuleFinding {
  if (!parameters) return undefined;
  const { required_status_checks: required, do_not_enforce_on_create: isSkippedOnCreate = false } = parameters;
  const { after } = push.commitIds;
  if (push.after === undefined || (isSkippedOnCreate && push.before === undefined)) return null;
  const shas = [after, push.merge?.head].flatMap((sha) => sha ?? []);
  const checks = checkStatesOf(push.db, push.repository.id, ...shas);
  for (const { context, integration_id } of required) {
    const matching = checks.filter(
      (check) => check.context === context && (integration_id === undefined || check.appId === integration_id),
    );
    if (matching.length === 0 || matching.some(({ state }) => state === "pending"))
      return `Required status check ${JSON.stringify(context)} is expected.`;
    if (matching.some(({ state }) => state === "failure"))
      return `Required status check ${JSON.stringify(context)} is failing.`;
  }
  if (parameters.strict_required_status_checks_policy && isOutdated(push)) return OUTDATED_HEAD;
  return null;
}

/** Returns whether the base of a merge has commits that its head lacks, with which the checks didn't run. */
function isOutdated({ store, merge, commitIds: { before } }: PushContext): boolean {
  return merge !== undefined && before !== undefined && commitsSince(store, merge.head, before).length > 0;
}

/** Returns whether a check of a commit is failing or pending, required or not. */
export function hasUnsuccessfulChecks(db: Database, repository: Repository, sha: string): boolean {
  return checkStatesOf(db, repository.id, sha).some(({ state }) => state !== "success");
}
