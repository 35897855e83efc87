import type { RepositoryRule } from "@forgehand/core/operations";
import { WORKFLOW_APP } from "../deliveries/events/checks.ts";
import { EVERY } from "../state/database.ts";
import { latestJobs } from "../state/workflow-jobs.ts";
import { workflowRunsOf } from "../state/workflow-runs.ts";
import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

type Parameters = Extract<RepositoryRule, { type: "required_status_checks" }>["parameters"];

/** Whatever else a check has come to, it has not succeeded. */
const GOOD: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"]);

/** Every job of a workflow is a check of its commit, by its name; a merge counts the checks of what is merged. */
export function judgeStatusChecks(parameters: Parameters, scene: Scene): Finding {
  if (!parameters) return undefined;
  const { required_status_checks: required, do_not_enforce_on_create: spared = false } = parameters;
  if (scene.after === undefined || (spared && scene.before === undefined)) return null;
  const jobs = [scene.ends.after, scene.merge?.head].flatMap((sha) => (sha === undefined ? [] : jobsOf(scene, sha)));
  for (const { context, integration_id } of required) {
    const told = jobs.filter(({ name }) => name === context && (integration_id ?? WORKFLOW_APP) === WORKFLOW_APP);
    const latest = told.reduce<(typeof told)[number] | undefined>(
      (one, job) => (one && one.id > job.id ? one : job),
      undefined,
    );
    if (latest?.status !== "completed") return `Required status check ${JSON.stringify(context)} is expected.`;
    if (!GOOD.has(latest.conclusion)) return `Required status check ${JSON.stringify(context)} is failing.`;
  }
  return null;
}

function jobsOf({ db, repository }: Scene, head_sha: string) {
  return workflowRunsOf(db, repository.id, { head_sha }, EVERY).rows.flatMap(({ id }) => latestJobs(db, id));
}
