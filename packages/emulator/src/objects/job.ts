import type { EmulatorContext } from "../emulator-context.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { WorkflowJob, WorkflowStep } from "../state/workflow-jobs.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import { timestamp } from "../timestamp.ts";
import { nodeId } from "./user.ts";

/** Renders a job in its current state. */
export function renderJob(context: EmulatorContext, repository: Repository, run: WorkflowRun, job: WorkflowJob) {
  const { db, apiUrl, webUrl } = context;
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
    // A queued job shows its creation time.
    started_at: job.started_at ?? job.created_at,
    completed_at: job.completed_at,
    name: job.name,
    steps: stepStates(job, context.now()),
    check_run_url: `${url}/check-runs/${job.id}`,
    labels: job.labels,
    runner_id: job.runner_id,
    runner_name: job.runner_name,
    runner_group_id: job.runner_group_id,
    runner_group_name: job.runner_group_name,
  };
}

/** State and times of a step. */
export type StepState = {
  readonly name: string;
  readonly number: number;
  readonly status: "queued" | "in_progress" | "completed";
  readonly conclusion: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
};

/**
 * Returns the current state of a job's steps. Steps run one after the other and share the job's duration in proportion
 * to their `seconds`. A job without a start time or a runner has no steps. If the job fails, later steps than the
 * failing one are skipped.
 */
export function stepStates(job: WorkflowJob, now: Date): StepState[] {
  if (job.started_at === null || job.runner_name === null) return [];
  const startTime = Date.parse(job.started_at);
  const elapsed = (job.completed_at === null ? now.getTime() : Date.parse(job.completed_at)) - startTime;
  const wasStopped = job.conclusion === "cancelled" || job.conclusion === "timed_out";
  const isDone = job.status === "completed" && !wasStopped;
  const failing = (job.conclusion ?? job.outcome) === "failure" ? failingStep(job.steps) : undefined;
  const last = failing ?? job.steps.length - 1;
  const running = job.steps.slice(0, last + 1);
  const planned = isDone ? elapsed : job.seconds * 1000;
  const total = running.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  const times = stepTimes(running, planned / total);
  const toTimestamp = (milliseconds: number) => timestamp(new Date(startTime + milliseconds));
  return job.steps.map(({ name }, index): StepState => {
    const step = { name, number: index + 1 };
    const completed = (conclusion: string, start: number, end: number): StepState => ({
      ...step,
      status: "completed",
      conclusion,
      started_at: toTimestamp(start),
      completed_at: toTimestamp(end),
    });
    const time = times[index];
    // In a running job, the last step takes the remaining time.
    if (time && (isDone || (time.end <= elapsed && index < last))) {
      return completed(index === failing ? "failure" : "success", time.start, time.end);
    }
    if (time && !isDone && time.start <= elapsed) {
      if (wasStopped) return completed(job.conclusion === "cancelled" ? "cancelled" : "failure", time.start, elapsed);
      return {
        ...step,
        status: "in_progress",
        conclusion: null,
        started_at: toTimestamp(time.start),
        completed_at: null,
      };
    }
    if (job.status === "completed") return completed("skipped", elapsed, elapsed);
    return { ...step, status: "queued", conclusion: null, started_at: null, completed_at: null };
  });
}

/**
 * Returns each step's start and end, in milliseconds after the job's start.
 * @param scale milliseconds per second of a step
 */
function stepTimes(steps: readonly WorkflowStep[], scale: number): { readonly start: number; readonly end: number }[] {
  let start = 0;
  return steps.map(({ seconds }) => {
    const time = { start, end: start + seconds * scale };
    start = time.end;
    return time;
  });
}

/** Returns the index of the step that fails if the job does. */
function failingStep(steps: readonly WorkflowStep[]): number {
  const marked = steps.findIndex(({ fails }) => fails);
  return marked < 0 ? steps.length - 1 : marked;
}
