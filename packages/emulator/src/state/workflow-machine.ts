import { timestamp } from "../timestamp.ts";
import { getAccount } from "./accounts.ts";
import type { Database } from "./database.ts";
import { later, latest } from "./moments.ts";
import { getRepository } from "./repositories.ts";
import { deleteRunner, type FreeRunner, freeRunnersFor, runnerById } from "./runners.ts";
import * as jobs from "./workflow-jobs.ts";
import * as runs from "./workflow-runs.ts";

// How workflow runs move on: queued, in progress, completed, each job by itself and the run by its jobs. It happens by the
// service's clock, in the order in which it would, whenever somebody comes and looks.

/** How long a cancelled run's jobs take to stop. */
const SECONDS_TO_STOP = 5;

/** How long a job waits for a runner before it fails (public documents). */
const LONGEST_WAIT = 24 * 3600;

/** Labels of the service's own runners: there is always one. */
const HOSTED = /^(ubuntu|windows|macos)-/;
export const HOSTED_RUNNER: jobs.JobRunner = {
  ...{ runner_id: null, runner_name: "Hosted runner" },
  ...{ runner_group_id: null, runner_group_name: "Hosted runners" },
};

/** Does a job with these labels run on one of the service's own runners? */
export function isHosted(labels: readonly string[]): boolean {
  return labels.every((label) => HOSTED.test(label));
}

/** Brings all runs to where they stand now. */
export function settleRuns(db: Database, time: Date): void {
  const now = timestamp(time);
  for (let at = jobs.nextMoment(db); at !== undefined && at <= now; at = jobs.nextMoment(db)) {
    const moment = at;
    db.transaction(() => step(db, moment));
  }
}

/** Looks for runners anew: something has changed that may give a waiting job one. */
export function lookForRunners(db: Database, time: Date): void {
  jobs.lookAgain(db, timestamp(time));
  settleRuns(db, time);
}

/** Does what happens at one moment: jobs end, runs stop, and then whoever waits takes what was left free. */
function step(db: Database, at: string): void {
  const ended = jobs.dueJobs(db, "in_progress", at);
  for (const job of ended) {
    const isLost = job.runner_id !== null && runnerById(db, job.runner_id)?.status !== "online";
    end(db, job, isLost ? "failure" : job.outcome, at);
  }
  const stopped = runs.runsToCancel(db, at);
  for (const id of stopped) stop(db, id, at);
  if (ended.length + stopped.length > 0) jobs.lookAgain(db, at);
  for (const job of jobs.dueJobs(db, "queued", at)) look(db, job, at);
}

/** A job ends. A runner for one job goes with it, and those that needed it are ready or skipped. */
function end(db: Database, job: jobs.WorkflowJob, conclusion: string, at: string): void {
  jobs.completeJob(db, job.id, conclusion, at);
  const runner = job.runner_id === null ? undefined : runnerById(db, job.runner_id);
  if (runner?.ephemeral) deleteRunner(db, runner.id);
  prepareJobs(db, job.run_id, at);
  followJobs(db, job.run_id, at);
}

/** A run that was cancelled stops, with all that it still does. */
function stop(db: Database, runId: number, at: string): void {
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status !== "completed") end(db, job, "cancelled", at);
  }
  runs.setCancelTime(db, runId, null);
  followJobs(db, runId, at);
}

/** A job that is ready looks for a runner. */
function look(db: Database, job: jobs.WorkflowJob, at: string): void {
  const runner = runnerFor(db, job);
  const giveUpAt = later(job.ready_at ?? at, LONGEST_WAIT);
  if (runner) {
    jobs.startJob(db, job.id, runner, at, later(at, job.seconds));
    followJobs(db, job.run_id, at);
  } else if (at >= giveUpAt) end(db, job, "failure", at);
  else jobs.lookAgainAt(db, job.id, giveUpAt);
}

function runnerFor(db: Database, job: jobs.WorkflowJob): jobs.JobRunner | undefined {
  if (isHosted(job.labels)) return HOSTED_RUNNER;
  const run = runs.getWorkflowRun(db, job.run_id);
  const free = freeRunnersFor(db, run.repository_id, job.labels).find((runner) => mayRun(db, runner, run));
  return (
    free && {
      ...{ runner_id: free.id, runner_name: free.name },
      ...{ runner_group_id: free.group_id, runner_group_name: free.group_name },
    }
  );
}

/** May a runner's group run this workflow? It names them as `acme/widgets/.github/workflows/ci.yml@main`. */
function mayRun(db: Database, runner: FreeRunner, run: runs.WorkflowRun): boolean {
  if (!runner.restricted_to_workflows) return true;
  const repository = getRepository(db, run.repository_id);
  const owner = repository && getAccount(db, repository.owner_id);
  const workflow = `${owner?.login}/${repository?.name}/${run.workflow_path}`;
  const refs = [run.head_branch, `refs/heads/${run.head_branch}`, run.head_sha];
  return refs.some((ref) => runner.selected_workflows.includes(`${workflow}@${ref}`));
}

/** Jobs whose needs have all ended are ready, or skipped where one of those didn't succeed. */
function prepareJobs(db: Database, runId: number, at: string): void {
  if (runs.getWorkflowRun(db, runId).cancel_at !== null) return;
  const byName = new Map(jobs.latestJobs(db, runId).map((job) => [job.name, job]));
  for (const job of byName.values()) {
    if (job.status !== "queued" || job.ready_at !== null) continue;
    const needs = job.needs.map((name) => byName.get(name));
    if (needs.some((need) => need?.status !== "completed")) continue;
    if (needs.every((need) => need?.conclusion === "success")) {
      const from = latest(at, ...needs.flatMap((need) => need?.completed_at ?? []));
      jobs.makeReady(db, job.id, later(from, job.wait));
    } else {
      // What needs this one in turn is found on the way.
      end(db, job, "skipped", at);
      return;
    }
  }
}

/** A run is where its jobs are. */
function followJobs(db: Database, runId: number, at: string): void {
  const run = runs.getWorkflowRun(db, runId);
  const all = jobs.latestJobs(db, runId);
  const isOver = all.every(({ status }) => status === "completed");
  const hasBegun = all.some(
    ({ attempt, status }) => attempt === run.run_attempt && (status === "in_progress" || status === "completed"),
  );
  const status = isOver ? "completed" : hasBegun ? "in_progress" : run.status;
  const conclusion = isOver ? conclusionOf(all.map((job) => job.conclusion)) : null;
  if (isOver && run.cancel_at !== null) runs.setCancelTime(db, runId, null);
  if (status !== run.status) runs.updateWorkflowRun(db, runId, { status, conclusion }, at);
}

/** What a run comes to by what its jobs came to: the worst counts. */
export function conclusionOf(conclusions: readonly (string | null)[]): string {
  const worst = ["failure", "timed_out", "cancelled", "action_required"].find((word) => conclusions.includes(word));
  if (worst !== undefined) return worst;
  if (conclusions.every((conclusion) => conclusion === "skipped")) return "skipped";
  return conclusions.includes("success") ? "success" : "neutral";
}

/** Makes a run move by itself that was only written down so far: its jobs wait for their runners, or go on to their ends. */
export function setInMotion(db: Database, runId: number, at: string): void {
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status === "in_progress") jobs.lookAgainAt(db, job.id, later(job.started_at ?? at, job.seconds));
  }
  prepareJobs(db, runId, at);
}

/** How some jobs are run again. */
export interface Rerun {
  /** Who wants it; null where nobody is known. */
  readonly by: number | null;
  readonly debug: boolean;
  readonly debugger: boolean;
}

/** Runs jobs again in a new attempt of their run, with all that need them. */
export function rerunJobs(db: Database, runId: number, names: Iterable<string>, rerun: Rerun, time: Date): void {
  const now = timestamp(time);
  db.transaction(() => {
    const all = jobs.latestJobs(db, runId);
    const again = withDependents(all, names);
    runs.startNextAttempt(db, runId, rerun.by, now);
    const attempt = runs.getWorkflowRun(db, runId).run_attempt;
    for (const job of all.filter(({ name }) => again.has(name))) {
      const [outcome = "success", ...rest] = job.next_outcomes;
      const plan = { ...job, outcome, next_outcomes: rest.length > 0 ? rest : [outcome] };
      const { debug, debugger: debugging } = rerun;
      jobs.createWorkflowJob(db, plan, {
        ...{ run_id: runId, attempt, status: "queued", created_at: now, debug, debugger: debugging },
      });
    }
    prepareJobs(db, runId, now);
    followJobs(db, runId, now);
  });
}

/** These jobs, and those that need one of them, however far away. */
function withDependents(all: readonly jobs.WorkflowJob[], names: Iterable<string>): ReadonlySet<string> {
  const found = new Set(names);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const job of all) if (job.needs.some((name) => found.has(name))) found.add(job.name);
  }
  return found;
}

/** Stops a run, a moment from now; until then nothing of it begins. */
export function cancelRun(db: Database, runId: number, time: Date): void {
  db.transaction(() => {
    runs.setCancelTime(db, runId, later(timestamp(time), SECONDS_TO_STOP));
    jobs.holdQueuedJobs(db, runId);
  });
}
