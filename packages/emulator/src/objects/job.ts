import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { WorkflowJob, WorkflowStep } from "../state/workflow-jobs.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** A job of a run as it stands now (public description of jobs). */
export function renderJob(world: World, repository: Repository, run: WorkflowRun, job: WorkflowJob) {
  const { db, apiUrl, webUrl } = world;
  const fullName = fullNameOf(db, repository);
  const url = `${apiUrl}/repos/${fullName}`;
  return {
    id: job.id,
    run_id: run.id,
    workflow_name: run.workflow_name,
    head_branch: run.head_branch,
    run_url: `${url}/actions/runs/${run.id}`,
    run_attempt: job.attempt,
    node_id: nodeId("CheckRun", job.id),
    head_sha: run.head_sha,
    url: `${url}/actions/jobs/${job.id}`,
    html_url: `${webUrl}/${fullName}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: job.created_at,
    // What has not begun yet says when it was put in line.
    started_at: job.started_at ?? job.created_at,
    completed_at: job.completed_at,
    name: job.name,
    steps: stepsOf(job, world.now()),
    check_run_url: `${url}/check-runs/${job.id}`,
    labels: job.labels,
    runner_id: job.runner_id,
    runner_name: job.runner_name,
    runner_group_id: job.runner_group_id,
    runner_group_name: job.runner_group_name,
  };
}

/** How a step stands, and when it began and ended. */
export type StepState = {
  readonly name: string;
  readonly number: number;
  readonly status: "queued" | "in_progress" | "completed";
  readonly conclusion: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
};

/**
 * The steps of a job as they stand now: one after the other in the time that the job has; none where it never began.
 * Where it fails, the step that does is the last that runs.
 */
export function stepsOf(job: WorkflowJob, now: Date): StepState[] {
  if (job.started_at === null || job.runner_name === null) return [];
  const began = Date.parse(job.started_at);
  const elapsed = (job.completed_at === null ? now.getTime() : Date.parse(job.completed_at)) - began;
  const wasStopped = job.conclusion === "cancelled" || job.conclusion === "timed_out";
  const isDone = job.status === "completed" && !wasStopped;
  const failing = (job.conclusion ?? job.outcome) === "failure" ? failingStep(job.steps) : undefined;
  const last = failing ?? job.steps.length - 1;
  const running = job.steps.slice(0, last + 1);
  const planned = isDone ? elapsed : job.seconds * 1000;
  const total = running.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  const times = timesOf(running, planned / total);
  const clock = (milliseconds: number) => timestamp(new Date(began + milliseconds));
  return job.steps.map(({ name }, index): StepState => {
    const step = { name, number: index + 1 };
    const over = (conclusion: string, start: number, end: number): StepState => ({
      ...step,
      ...{ status: "completed", conclusion, started_at: clock(start), completed_at: clock(end) },
    });
    const time = times[index];
    // Whatever time is left in a job that goes on belongs to its last step.
    if (time && (isDone || (time.end <= elapsed && index < last))) {
      return over(index === failing ? "failure" : "success", time.start, time.end);
    }
    if (time && !isDone && time.start <= elapsed) {
      if (wasStopped) return over(job.conclusion === "cancelled" ? "cancelled" : "failure", time.start, elapsed);
      return { ...step, status: "in_progress", conclusion: null, started_at: clock(time.start), completed_at: null };
    }
    if (job.status === "completed") return over("skipped", elapsed, elapsed);
    return { ...step, status: "queued", conclusion: null, started_at: null, completed_at: null };
  });
}

/** When each of some steps begins and ends after the first, in milliseconds. @param scale what one of their seconds comes to */
function timesOf(steps: readonly WorkflowStep[], scale: number): { readonly start: number; readonly end: number }[] {
  let start = 0;
  return steps.map(({ seconds }) => {
    const time = { start, end: start + seconds * scale };
    start = time.end;
    return time;
  });
}

/** Which step fails when the job does. */
function failingStep(steps: readonly WorkflowStep[]): number {
  const said = steps.findIndex(({ fails }) => fails);
  return said < 0 ? steps.length - 1 : said;
}
