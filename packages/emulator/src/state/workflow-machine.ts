import { timestamp } from "../timestamp.ts";
import { getAccount } from "./accounts.ts";
import type { Database } from "./database.ts";
import { hostedRunnersFor, type UsableRunner, useHostedRunner } from "./hosted-runners.ts";
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

/** Something that happens to a run, or to one of its jobs. A job is queued once all that it needs has succeeded. */
export type Happening =
  | { readonly to: "run"; readonly id: number; readonly what: "requested" | "in_progress" | "completed" }
  | { readonly to: "job"; readonly id: number; readonly what: "created" | "queued" | "in_progress" | "completed" };

/** Where runs move: the state, and who is told what happens there, while the state is just what came of it. */
export interface Stage {
  readonly db: Database;
  readonly tell: (happening: Happening, at: string) => void;
}

/** Where nobody is told. */
export function unheard(db: Database): Stage {
  return { db, tell: () => undefined };
}

/** Does a job with these labels run on one of the service's own runners? */
export function isHosted(labels: readonly string[]): boolean {
  return labels.every((label) => HOSTED.test(label));
}

/** Brings all runs to where they stand now. */
export function settleRuns(stage: Stage, time: Date): void {
  const { db } = stage;
  const now = timestamp(time);
  for (let at = jobs.nextMoment(db); at !== undefined && at <= now; at = jobs.nextMoment(db)) {
    const moment = at;
    db.transaction(() => step(stage, moment));
  }
}

/** Looks for runners anew: something has changed that may give a waiting job one. */
export function lookForRunners(stage: Stage, time: Date): void {
  jobs.lookAgain(stage.db, timestamp(time));
  settleRuns(stage, time);
}

/** Does what happens at one moment: jobs end, runs stop, and then whoever waits takes what was left free. */
function step(stage: Stage, at: string): void {
  const { db } = stage;
  const ended = jobs.dueJobs(db, "in_progress", at);
  for (const job of ended) {
    const isLost = job.runner_id !== null && runnerById(db, job.runner_id)?.status !== "online";
    end(stage, job, isLost ? "failure" : job.outcome, at);
  }
  const stopped = runs.runsToCancel(db, at);
  for (const id of stopped) stop(stage, id, at);
  if (ended.length + stopped.length > 0) jobs.lookAgain(db, at);
  for (const job of jobs.dueJobs(db, "queued", at)) look(stage, job, at);
}

/** A job ends, and those that needed it are ready or skipped. */
function end(stage: Stage, job: jobs.WorkflowJob, conclusion: string, at: string): void {
  complete(stage, job, conclusion, at);
  prepareJobs(stage, job.run_id, at);
  followJobs(stage, job.run_id, at);
}

/** A job is over. A runner for one job goes with it. */
function complete({ db, tell }: Stage, job: jobs.WorkflowJob, conclusion: string, at: string): void {
  jobs.completeJob(db, job.id, conclusion, at);
  tell({ to: "job", id: job.id, what: "completed" }, at);
  const runner = job.runner_id === null ? undefined : runnerById(db, job.runner_id);
  if (runner?.ephemeral) deleteRunner(db, runner.id);
}

/** A run that was cancelled stops, with all that it still does. */
function stop(stage: Stage, runId: number, at: string): void {
  const { db } = stage;
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status !== "completed") end(stage, job, "cancelled", at);
  }
  runs.setCancelTime(db, runId, null);
  followJobs(stage, runId, at);
}

/** A job that is ready looks for a runner. */
function look(stage: Stage, job: jobs.WorkflowJob, at: string): void {
  const { db } = stage;
  const runner = runnerFor(db, job) ?? hostedRunnerFor(db, job, at);
  const giveUpAt = later(job.ready_at ?? at, LONGEST_WAIT);
  if (typeof runner === "object") begin(stage, job, runner, at);
  else if (at >= giveUpAt) end(stage, job, "failure", at);
  else jobs.lookAgainAt(db, job.id, runner === undefined || runner > giveUpAt ? giveUpAt : runner);
}

function begin(stage: Stage, job: jobs.WorkflowJob, runner: jobs.JobRunner, at: string): void {
  const { db, tell } = stage;
  jobs.startJob(db, job.id, runner, at, later(at, job.seconds));
  tell({ to: "job", id: job.id, what: "in_progress" }, at);
  if (runner.runner_id === null && runner.runner_group_id !== null && runner.runner_name !== null) {
    useHostedRunner(db, runner.runner_group_id, runner.runner_name, at);
  }
  followJobs(stage, job.run_id, at);
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

/** A runner that the service hosts for the organization; or when one that is being set up will be there. */
function hostedRunnerFor(db: Database, job: jobs.WorkflowJob, at: string): jobs.JobRunner | string | undefined {
  const run = runs.getWorkflowRun(db, job.run_id);
  const usable = hostedRunnersFor(db, run.repository_id, job.labels).filter((runner) => mayRun(db, runner, run));
  const ready = usable.find(({ ready_at }) => ready_at <= at);
  if (!ready) return usable.map(({ ready_at }) => ready_at).toSorted()[0];
  return {
    ...{ runner_id: null, runner_name: ready.name },
    ...{ runner_group_id: ready.group_id, runner_group_name: ready.group_name },
  };
}

/** May a runner's group run this workflow? It names them as `acme/widgets/.github/workflows/ci.yml@main`. */
function mayRun(db: Database, runner: FreeRunner | UsableRunner, run: runs.WorkflowRun): boolean {
  if (!runner.restricted_to_workflows) return true;
  const repository = getRepository(db, run.repository_id);
  const owner = repository && getAccount(db, repository.owner_id);
  const workflow = `${owner?.login}/${repository?.name}/${run.workflow_path}`;
  const refs = [run.head_branch, `refs/heads/${run.head_branch}`, run.head_sha];
  return refs.some((ref) => runner.selected_workflows.includes(`${workflow}@${ref}`));
}

/** Jobs whose needs have all ended are ready, or skipped where one of those didn't succeed. */
function prepareJobs(stage: Stage, runId: number, at: string): void {
  const { db, tell } = stage;
  if (runs.getWorkflowRun(db, runId).cancel_at !== null) return;
  const byName = new Map(jobs.latestJobs(db, runId).map((job) => [job.name, job]));
  for (const job of byName.values()) {
    if (job.status !== "queued" || job.ready_at !== null) continue;
    const needs = job.needs.map((name) => byName.get(name));
    if (needs.some((need) => need?.status !== "completed")) continue;
    if (needs.every((need) => need?.conclusion === "success")) {
      const from = latest(at, ...needs.flatMap((need) => need?.completed_at ?? []));
      jobs.makeReady(db, job.id, later(from, job.wait));
      tell({ to: "job", id: job.id, what: "queued" }, at);
    } else {
      // What needs this one in turn is found on the way.
      end(stage, job, "skipped", at);
      return;
    }
  }
}

/** A run is where its jobs are. */
function followJobs({ db, tell }: Stage, runId: number, at: string): void {
  const run = runs.getWorkflowRun(db, runId);
  const all = jobs.latestJobs(db, runId);
  const isOver = all.every(({ status }) => status === "completed");
  const hasBegun = all.some(
    ({ attempt, status }) => attempt === run.run_attempt && (status === "in_progress" || status === "completed"),
  );
  const status = isOver ? "completed" : hasBegun ? "in_progress" : run.status;
  const conclusion = isOver ? conclusionOf(all.map((job) => job.conclusion)) : null;
  if (isOver && run.cancel_at !== null) runs.setCancelTime(db, runId, null);
  if (status === run.status) return;
  runs.updateWorkflowRun(db, runId, { status, conclusion }, at);
  if (status === "in_progress" || status === "completed") tell({ to: "run", id: runId, what: status }, at);
}

/** What a run comes to by what its jobs came to: the worst counts. */
export function conclusionOf(conclusions: readonly (string | null)[]): string {
  const worst = ["failure", "timed_out", "cancelled", "action_required"].find((word) => conclusions.includes(word));
  if (worst !== undefined) return worst;
  if (conclusions.every((conclusion) => conclusion === "skipped")) return "skipped";
  return conclusions.includes("success") ? "success" : "neutral";
}

/**
 * Makes a run move by itself that was only written down so far: its jobs wait for their runners, or go on to their ends.
 * Nobody is told how it stands from the beginning.
 */
export function setInMotion(db: Database, runId: number, at: string): void {
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status === "in_progress") jobs.lookAgainAt(db, job.id, later(job.started_at ?? at, job.seconds));
  }
  prepareJobs(unheard(db), runId, at);
}

/** Lets a run that was just written down go on with its jobs from here. */
export function beginRun(stage: Stage, runId: number, time: Date): void {
  const { db, tell } = stage;
  const now = timestamp(time);
  db.transaction(() => {
    tell({ to: "run", id: runId, what: "requested" }, now);
    for (const { id } of jobs.latestJobs(db, runId)) tell({ to: "job", id, what: "created" }, now);
    prepareJobs(stage, runId, now);
  });
}

/** A job that is in line begins on a runner that nobody had to look for. */
export function beginJob(stage: Stage, jobId: number, runner: jobs.JobRunner, time: Date): void {
  const now = timestamp(time);
  stage.db.transaction(() => begin(stage, jobs.getWorkflowJob(stage.db, jobId), runner, now));
}

/** Somebody ends a job, whether it has begun or not. */
export function endJob(stage: Stage, jobId: number, conclusion: string, time: Date): void {
  const now = timestamp(time);
  stage.db.transaction(() => {
    end(stage, jobs.getWorkflowJob(stage.db, jobId), conclusion, now);
    jobs.lookAgain(stage.db, now);
  });
}

/** Somebody ends a run, and all of its jobs that have not ended yet: with this, whatever came of the others. */
export function endRun(stage: Stage, runId: number, conclusion: string, time: Date): void {
  const { db, tell } = stage;
  const now = timestamp(time);
  db.transaction(() => {
    for (const job of jobs.latestJobs(db, runId)) {
      if (job.status !== "completed") complete(stage, job, conclusion, now);
    }
    runs.setCancelTime(db, runId, null);
    runs.updateWorkflowRun(db, runId, { status: "completed", conclusion }, now);
    tell({ to: "run", id: runId, what: "completed" }, now);
    jobs.lookAgain(db, now);
  });
}

/** How some jobs are run again. */
export interface Rerun {
  /** Who wants it; null where nobody is known. */
  readonly by: number | null;
  readonly debug: boolean;
  readonly debugger: boolean;
}

/** Runs jobs again in a new attempt of their run, with all that need them. */
export function rerunJobs(stage: Stage, runId: number, names: Iterable<string>, rerun: Rerun, time: Date): void {
  const { db, tell } = stage;
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
      const id = jobs.createWorkflowJob(db, plan, {
        ...{ run_id: runId, attempt, status: "queued", created_at: now, debug, debugger: debugging },
      });
      tell({ to: "job", id, what: "created" }, now);
    }
    prepareJobs(stage, runId, now);
    followJobs(stage, runId, now);
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
