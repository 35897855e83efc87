import type { RepositoryRule } from "@forgehand/core/operations";
import { ALL_ROWS } from "../state/database.ts";
import { WORKFLOW_APP_ID } from "../state/workflow-app.ts";
import { latestJobs } from "../state/workflow-jobs.ts";
import { workflowRunsOf } from "../state/workflow-runs.ts";
import type { PushContext } from "./push-context.ts";
import type { RuleFinding } from "./rule-finding.ts";

type StatusChecksRuleParameters = Extract<RepositoryRule, { type: "required_status_checks" }>["parameters"];

/** Conclusions that count as successful. */
const SUCCESSFUL_CONCLUSIONS: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"]);

/**
 * Requires successful status checks. Each job of a workflow is a check of its commit, by the job's name. For a merge,
 * the checks of the head commit count.
 */
export function evaluateStatusChecksRule(parameters: StatusChecksRuleParameters, push: PushContext): RuleFinding {
  if (!parameters) return undefined;
  const { required_status_checks: required, do_not_enforce_on_create: isSkippedOnCreate = false } = parameters;
  if (push.after === undefined || (isSkippedOnCreate && push.before === undefined)) return null;
  const jobs = [push.commitIds.after, push.merge?.head].flatMap((sha) => (sha === undefined ? [] : jobsOf(push, sha)));
  for (const { context, integration_id } of required) {
    const matchingJobs = jobs.filter(
      ({ name }) => name === context && (integration_id ?? WORKFLOW_APP_ID) === WORKFLOW_APP_ID,
    );
    const latest = matchingJobs.reduce<(typeof matchingJobs)[number] | undefined>(
      (newest, job) => (newest && newest.id > job.id ? newest : job),
      undefined,
    );
    if (latest?.status !== "completed") return `Required status check ${JSON.stringify(context)} is expected.`;
    if (!SUCCESSFUL_CONCLUSIONS.has(latest.conclusion))
      return `Required status check ${JSON.stringify(context)} is failing.`;
  }
  return null;
}

function jobsOf({ db, repository }: PushContext, head_sha: string) {
  return workflowRunsOf(db, repository.id, { head_sha }, ALL_ROWS).rows.flatMap(({ id }) => latestJobs(db, id));
}
