import * as z from "zod/mini";
import { standInFor } from "../../git/stand-in.ts";
import { findRef } from "../../state/git.ts";
import { later, latest } from "../../state/moments.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import * as jobs from "../../state/workflow-jobs.ts";
import { conclusionOf, HOSTED_RUNNER, isHosted, setInMotion } from "../../state/workflow-machine.ts";
import * as runs from "../../state/workflow-runs.ts";
import { names, sha } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Step = z.union([
  z.string(),
  z.strictObject({
    name: z.string(),
    /** How long it takes, beside the other steps of its job. */
    seconds: z._default(z.number().check(z.gte(0)), 1),
    /** It is what fails when the job does; else the last step is. */
    fails: z._default(z.boolean(), false),
    log: z._default(z.string(), ""),
  }),
]);

const seconds = (fallback: number) => z._default(z.int().check(z.gte(0)), fallback);
const Outcome = z.enum(["success", "failure", "timed_out", "neutral", "action_required"]);

const Job = z.strictObject({
  labels: z._default(z.array(z.string()), ["ubuntu-latest"]),
  /** The jobs of its run that it waits for. */
  needs: names(),
  steps: z.optional(z.array(Step)),
  /** As its run, where it says nothing else. */
  status: z.optional(z.enum(jobs.JOB_STATUSES)),
  conclusion: z.optional(z.enum(jobs.JOB_CONCLUSIONS)),
  /** What it came to in the attempts right before the run's own, the first of them first. */
  earlier: z._default(z.array(z.enum(jobs.JOB_CONCLUSIONS)), []),
  /** The name of the self-hosted runner that it runs or ran on. */
  runner: z.optional(z.string()),
  started: z.optional(SeedTime),
  completed: z.optional(SeedTime),
  /** From when it may start until it does, where a runner is free; and from then to its end. */
  wait: seconds(2),
  seconds: seconds(30),
  /** What it comes to where its run goes on by itself. */
  outcome: z._default(Outcome, "success"),
  /** What it comes to when it is run again: the first time, the second ...; the last holds from then on. */
  reruns: z._default(z.array(Outcome).check(z.minLength(1)), ["success"]),
});
type Job = z.output<typeof Job>;

const Run = z.strictObject({
  /** The path of its workflow, and what that is called. */
  workflow: z._default(z.string(), ".github/workflows/ci.yml"),
  name: z._default(z.string(), "CI"),
  title: z.optional(z.string()),
  number: z.optional(z.int()),
  event: z._default(z.string(), "push"),
  /** The default branch where it says none; null: the branch is not known. */
  branch: z.optional(z.nullable(z.string())),
  /** Its commit: the newest of the branch where it says none. */
  sha: z.optional(sha()),
  message: z.optional(z.string()),
  actor: z.string(),
  triggering_actor: z.optional(z.string()),
  /** The full name of the fork that it came from; null: one that is gone. */
  head_repository: z.optional(z.nullable(z.string())),
  pull_requests: z._default(z.array(z.int()), []),
  check_suite: z.optional(z.int()),
  attempt: z._default(z.int().check(z.gte(1)), 1),
  status: z._default(z.enum(runs.RUN_STATUSES), "completed"),
  conclusion: z.optional(z.enum(runs.RUN_CONCLUSIONS)),
  created: z.optional(SeedTime),
  started: z.optional(SeedTime),
  /** It goes on by itself as time passes; else it stays as it is until somebody does something to it. */
  moves: z._default(z.boolean(), false),
  /** By their names; one job where it says none. */
  jobs: z.optional(
    z
      .record(z.string(), Job)
      .check(z.refine((told) => Object.keys(told).length > 0, { error: "of a run are one at least" })),
  ),
});
type Run = z.output<typeof Run>;

/** A repository's workflow runs. */
export const workflowRuns = section(z.array(Run), (planting, repository: Repository, list, path) => {
  for (const [index, run] of list.entries()) plantRun(planting, repository, run, [...path, index]);
});

function plantRun(planting: Planting, repository: Repository, told: Run, path: SeedPath): void {
  const { db } = planting;
  const branch = told.branch === undefined ? repository.default_branch : told.branch;
  const created = planting.at(told.created);
  const started = told.started === undefined ? created : planting.at(told.started);
  const ordered = inOrder(told.jobs ?? { build: z.parse(Job, {}) }, path);
  const conclusion = conclusionOfRun(told, ordered, path);
  const title = told.title ?? told.name;
  const actor = planting.user(told.actor, [...path, "actor"]).id;
  for (const [index, number] of told.pull_requests.entries()) {
    if (findPullRequest(db, repository.id, number)) continue;
    throw new SeedProblem([...path, "pull_requests", index], `there is no pull request ${number} in this seed`);
  }
  const runId = runs.createWorkflowRun(db, {
    ...{ repository_id: repository.id, workflow_id: runs.workflowAt(db, repository.id, told.workflow, told.name).id },
    ...{ run_number: told.number, title, event: told.event, head_branch: branch, check_suite_id: told.check_suite },
    ...{ head_sha: told.sha ?? tipOf(planting, repository, branch), head_message: told.message ?? title },
    head_repository_id: headRepository(planting, repository, told, path),
    actor_id: actor,
    triggering_actor_id:
      told.triggering_actor === undefined
        ? actor
        : planting.user(told.triggering_actor, [...path, "triggering_actor"]).id,
    ...{ pull_requests: told.pull_requests, run_attempt: told.attempt, status: told.status, conclusion },
    ...{ created_at: created, started_at: started, updated_at: started },
  });
  // Where a job says why the run came to that, the others went well; and no job can be stale.
  const isExplained = ordered.some(([, job]) => job.conclusion !== undefined);
  const fallback = isExplained ? "success" : conclusion === "stale" ? "neutral" : (conclusion ?? "success");
  const ends = new Map<string, string>();
  for (const [name, job] of ordered) {
    const at = [...path, "jobs", name];
    const stands = standing(planting, { status: told.status, fallback, started }, { job, ends }, at);
    ends.set(name, stands.completed_at ?? started);
    if (job.earlier.length >= told.attempt) {
      throw new SeedProblem([...at, "earlier"], `are more than the run's ${told.attempt - 1} attempts before this one`);
    }
    for (const [back, conclusion] of job.earlier.toReversed().entries()) {
      const times = { created_at: created, started_at: created, completed_at: created };
      jobs.createWorkflowJob(db, planOf(name, job), {
        ...{ run_id: runId, attempt: told.attempt - 1 - back, ...times },
        ...{ status: "completed", conclusion },
      });
    }
    jobs.createWorkflowJob(db, planOf(name, job), {
      ...stands,
      run_id: runId,
      attempt: told.attempt,
      created_at: started,
    });
  }
  runs.updateWorkflowRun(db, runId, { status: told.status, conclusion }, latest(started, ...ends.values()));
  if (told.moves) setInMotion(db, runId, started);
}

/** The jobs, each after those that it needs. @throws SeedProblem where one needs what isn't there, or itself */
function inOrder(told: Readonly<Record<string, Job>>, path: SeedPath): [name: string, job: Job][] {
  const ordered: [string, Job][] = [];
  const place = (name: string, job: Job, above: readonly string[]): void => {
    if (ordered.some(([placed]) => placed === name)) return;
    const at = [...path, "jobs", name, "needs"];
    if (above.includes(name)) throw new SeedProblem(at, "lead back to the job itself");
    for (const need of job.needs) {
      const needed = told[need];
      if (!needed) throw new SeedProblem(at, `name a job ${JSON.stringify(need)} that the run doesn't have`);
      place(need, needed, [...above, name]);
    }
    ordered.push([name, job]);
  };
  for (const [name, job] of Object.entries(told)) place(name, job, []);
  return ordered;
}

/** @throws SeedProblem where it says what a run came to that isn't over */
function conclusionOfRun(told: Run, ordered: readonly (readonly [string, Job])[], path: SeedPath): string | null {
  if (told.status === "completed") {
    const said = ordered.flatMap(([, { conclusion }]) => conclusion ?? []);
    return told.conclusion ?? (said.length > 0 ? conclusionOf(said) : "success");
  }
  if (told.conclusion === undefined) return null;
  throw new SeedProblem([...path, "conclusion"], "is there only once a run is completed");
}

function headRepository(planting: Planting, repository: Repository, told: Run, path: SeedPath): number | null {
  const { head_repository: name } = told;
  if (name === undefined) return repository.id;
  return name === null ? null : planting.repository(name, [...path, "head_repository"]).id;
}

/** The newest commit of a branch; where it holds none, the branch still has one id everywhere. */
function tipOf({ db }: Planting, { id }: Repository, branch: string | null): string {
  const tip = findRef({ db, repositoryId: id }, `refs/heads/${branch}`);
  return tip ?? standInFor(id, branch);
}

function planOf(name: string, job: Job): jobs.JobPlan {
  const [labels, needs] = [job.labels, job.needs];
  const steps = (
    job.steps ?? ["Set up job", { name: `Run ${name}`, seconds: 8, fails: true, log: "" }, "Complete job"]
  ).map((step) => (typeof step === "string" ? { name: step, seconds: 1, fails: false, log: "" } : step));
  const { wait, outcome, reruns: next_outcomes } = job;
  return { name, labels, needs, steps, wait, seconds: job.seconds, outcome, next_outcomes };
}

interface ToldJob {
  readonly job: Job;
  /** When the jobs before it ended. */
  readonly ends: ReadonlyMap<string, string>;
}

type Standing = Pick<jobs.JobStart, "status" | "conclusion" | "started_at" | "completed_at"> & Partial<jobs.JobRunner>;

/** How a job stands: as it says, else as its run does. */
function standing(
  planting: Planting,
  run: { readonly status: Run["status"]; readonly fallback: string; readonly started: string },
  { job, ends }: ToldJob,
  path: SeedPath,
): Standing {
  const status = job.status ?? (job.conclusion === undefined ? run.status : "completed");
  if (status !== "completed" && job.conclusion !== undefined) {
    throw new SeedProblem([...path, "conclusion"], "is there only once a job is completed");
  }
  if (run.status === "completed" && status !== "completed") {
    throw new SeedProblem([...path, "status"], "can't be another than its run's, which is completed");
  }
  const conclusion = status === "completed" ? (job.conclusion ?? run.fallback) : null;
  const ready = latest(run.started, ...job.needs.flatMap((need) => ends.get(need) ?? []));
  const isRun = conclusion !== "skipped" && (status === "completed" || status === "in_progress");
  const start =
    job.started === undefined ? later(ready, conclusion === "skipped" ? 0 : job.wait) : planting.at(job.started);
  const end = job.completed === undefined ? later(start, isRun ? job.seconds : 0) : planting.at(job.completed);
  return {
    ...{ status, conclusion },
    started_at: status === "completed" || status === "in_progress" ? start : null,
    completed_at: status === "completed" ? end : null,
    ...(isRun ? runnerOf(job, conclusion, path) : {}),
  };
}

function runnerOf({ runner: name, labels }: Job, conclusion: string | null, path: SeedPath): Partial<jobs.JobRunner> {
  // Runners are planted later, and find their jobs by this name; one that never comes is gone by now.
  if (name !== undefined) return { runner_name: name };
  if (isHosted(labels)) return HOSTED_RUNNER;
  if (conclusion === "cancelled") return {};
  throw new SeedProblem(path, 'ran on a self-hosted runner: "runner" says on which');
}
