import * as z from "zod/mini";
import { zip } from "../../archives/zip.ts";
import { placeholderSha } from "../../git/placeholder-sha.ts";
import { artifactRetentionDays } from "../../state/actions-permissions.ts";
import { createArtifact } from "../../state/artifacts.ts";
import { findRef } from "../../state/git-store.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { addSeconds, latestOf } from "../../state/time-arithmetic.ts";
import { activateSeededRun, conclusionOf, HOSTED_RUNNER, usesHostedRunner } from "../../state/workflow-engine.ts";
import * as jobs from "../../state/workflow-jobs.ts";
import * as runs from "../../state/workflow-runs.ts";
import { listSection } from "../define-section.ts";
import { names, sha } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, inside, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Step = z.union([
  z.string(),
  z.strictObject({
    name: z.string(),
    /** Duration, relative to the other steps of the job. */
    seconds: z._default(z.number().check(z.gte(0)), 1),
    /** The step that fails if the job fails; the last step by default. */
    fails: z._default(z.boolean(), false),
    log: z._default(z.string(), ""),
  }),
]);

const seconds = (fallback: number) => z._default(z.int().check(z.gte(0)), fallback);
const Outcome = z.enum(["success", "failure", "timed_out", "neutral", "action_required"]);

const Job = z.strictObject({
  labels: z._default(z.array(z.string()), ["ubuntu-latest"]),
  /** Names of the jobs of this run that must finish first. */
  needs: names(),
  steps: z.optional(z.array(Step)),
  /** The run's status by default. */
  status: z.optional(z.enum(jobs.JOB_STATUSES)),
  conclusion: z.optional(z.enum(jobs.JOB_CONCLUSIONS)),
  /** Conclusions in earlier attempts of the run, oldest first. */
  earlier: z._default(z.array(z.enum(jobs.JOB_CONCLUSIONS)), []),
  /** Name of the self-hosted runner. */
  runner: z.optional(z.string()),
  started: z.optional(SeedTime),
  completed: z.optional(SeedTime),
  /** Seconds in the queue when a runner is free, and seconds of execution. */
  wait: seconds(2),
  seconds: seconds(30),
  /** Conclusion that the job ends with, if the run progresses as time passes (`moves`). */
  outcome: z._default(Outcome, "success"),
  /** Conclusions of re-runs, in order. The last one applies to all further re-runs. */
  reruns: z._default(z.array(Outcome).check(z.minLength(1)), ["success"]),
});
type Job = z.output<typeof Job>;

const SeededArtifact = z.strictObject({
  name: z.string().check(z.minLength(1)),
  /** Contents of the files by path. */
  files: z.record(z.string(), z.string()),
  /** The start of the run by default. */
  created: z.optional(SeedTime),
  /** After the retention period by default. */
  expires: z.optional(SeedTime),
});

const Run = z.strictObject({
  /** Path and name of the workflow. */
  workflow: z._default(z.string(), ".github/workflows/ci.yml"),
  name: z._default(z.string(), "CI"),
  title: z.optional(z.string()),
  number: z.optional(z.int()),
  event: z._default(z.string(), "push"),
  /** The default branch if omitted; null if the branch is unknown. */
  branch: z.optional(z.nullable(z.string())),
  /** The commit; the branch's current commit by default. */
  sha: z.optional(sha()),
  message: z.optional(z.string()),
  actor: z.string(),
  triggering_actor: z.optional(z.string()),
  /** Full name of the fork that the run came from; null if the fork was deleted. */
  head_repository: z.optional(z.nullable(z.string())),
  pull_requests: z._default(z.array(z.int()), []),
  check_suite: z.optional(z.int()),
  attempt: z._default(z.int().check(z.gte(1)), 1),
  status: z._default(z.enum(runs.RUN_STATUSES), "completed"),
  conclusion: z.optional(z.enum(runs.RUN_CONCLUSIONS)),
  created: z.optional(SeedTime),
  started: z.optional(SeedTime),
  /** If true, the run progresses as time passes; otherwise it changes only through the API. */
  moves: z._default(z.boolean(), false),
  /** Jobs by name; a single job if omitted. */
  jobs: z.optional(
    z
      .record(z.string(), Job)
      .check(z.refine((input) => Object.keys(input).length > 0, { error: "must have at least one job" })),
  ),
  artifacts: z._default(z.array(SeededArtifact), []),
});
type Run = z.output<typeof Run>;

/** Inserts a repository's workflow runs. */
export const workflowRuns = listSection(Run, (context, repository: Repository, input) => {
  const { db } = context;
  const branch = input.branch === undefined ? repository.default_branch : input.branch;
  const created = context.toTimestamp(input.created);
  const started = input.started === undefined ? created : context.toTimestamp(input.started);
  const ordered = inside(["jobs"], () => sortByDependency(input.jobs ?? { build: z.parse(Job, {}) }));
  const conclusion = conclusionOfRun(input, ordered);
  const title = input.title ?? input.name;
  const actor = context.actor(input.actor, "actor").id;
  const { triggering_actor } = input;
  each(["pull_requests"], input.pull_requests, (number) => {
    if (findPullRequest(db, repository.id, number)) return;
    throw new SeedError([], `must be the number of an existing pull request, got ${number}`);
  });
  const runId = runs.createWorkflowRun(db, {
    repository_id: repository.id,
    workflow_id: runs.findOrCreateWorkflow(db, repository.id, input.workflow, input.name).id,
    run_number: input.number,
    title,
    event: input.event,
    head_branch: branch,
    check_suite_id: input.check_suite,
    head_sha: input.sha ?? branchTip(context, repository, branch),
    head_message: input.message ?? title,
    head_repository_id: headRepository(context, repository, input),
    actor_id: actor,
    triggering_actor_id:
      triggering_actor === undefined ? actor : context.actor(triggering_actor, "triggering_actor").id,
    pull_requests: input.pull_requests,
    run_attempt: input.attempt,
    status: input.status,
    conclusion,
    created_at: created,
    started_at: started,
    updated_at: started,
  });
  // If a job has its own conclusion, the other jobs succeeded. A job cannot be stale, unlike a run.
  const isExplained = ordered.some(([, job]) => job.conclusion !== undefined);
  const fallback = isExplained ? "success" : conclusion === "stale" ? "neutral" : (conclusion ?? "success");
  const ends = new Map<string, string>();
  const insertJob = (name: string, job: Job) => {
    const state = initialJobState(context, { status: input.status, fallback, started }, { job, ends });
    ends.set(name, state.completed_at ?? started);
    if (job.earlier.length >= input.attempt) {
      const limit = input.attempt - 1;
      throw new SeedError(["earlier"], `must not have more entries than the run has earlier attempts (${limit})`);
    }
    for (const [attemptsBack, conclusion] of job.earlier.toReversed().entries()) {
      const times = { created_at: created, started_at: created, completed_at: created };
      const attempt = input.attempt - 1 - attemptsBack;
      const start = { run_id: runId, attempt, ...times, status: "completed", conclusion } as const;
      jobs.createWorkflowJob(db, jobPlan(name, job), start);
    }
    const start = { ...state, run_id: runId, attempt: input.attempt, created_at: started };
    jobs.createWorkflowJob(db, jobPlan(name, job), start);
  };
  for (const [name, job] of ordered) inside(["jobs", name], () => insertJob(name, job));
  runs.updateWorkflowRun(db, runId, { status: input.status, conclusion }, latestOf(started, ...ends.values()));
  if (input.moves) activateSeededRun(db, runId, started);
  each(["artifacts"], input.artifacts, ({ name, files, created, expires }) => {
    if (Object.hasOwn(files, "__proto__")) throw new SeedError(["files"], "must not have a file named __proto__");
    const created_at = created === undefined ? started : context.toTimestamp(created);
    const contents = Object.entries(files).map(([path, text]) => ({ name: path, content: Buffer.from(text) }));
    const retention = artifactRetentionDays(db, repository) * 86_400;
    const expires_at = context.timeOrNull(expires) ?? addSeconds(created_at, retention);
    createArtifact(db, { run_id: runId, name, content: zip(contents), created_at, expires_at });
  });
});

/**
 * Sorts jobs so that each follows those that it needs.
 * @throws SeedError if a needed job is missing or needs are circular
 */
function sortByDependency(input: Readonly<Record<string, Job>>): [name: string, job: Job][] {
  const ordered: [string, Job][] = [];
  const visit = (name: string, job: Job, ancestors: readonly string[]): void => {
    if (ordered.some(([placed]) => placed === name)) return;
    if (ancestors.includes(name)) throw new SeedError([name, "needs"], "must not be circular");
    for (const need of job.needs) {
      const needed = input[need];
      if (!needed) throw new SeedError([name, "needs"], `must name jobs of this run, got ${JSON.stringify(need)}`);
      visit(need, needed, [...ancestors, name]);
    }
    ordered.push([name, job]);
  };
  for (const [name, job] of Object.entries(input)) visit(name, job, []);
  return ordered;
}

/** @throws SeedError if a run that is not completed has a conclusion */
function conclusionOfRun(input: Run, ordered: readonly (readonly [string, Job])[]): string | null {
  if (input.status === "completed") {
    const conclusions = ordered.flatMap(([, { conclusion }]) => conclusion ?? []);
    return input.conclusion ?? (conclusions.length > 0 ? conclusionOf(conclusions) : "success");
  }
  if (input.conclusion === undefined) return null;
  throw new SeedError(["conclusion"], "must be omitted until the run is completed");
}

function headRepository(context: SeedContext, repository: Repository, { head_repository: name }: Run): number | null {
  if (name === undefined) return repository.id;
  return name === null ? null : context.repository(name, "head_repository").id;
}

/** Returns the branch's current commit, or a derived id if it has no commits. */
function branchTip({ db }: SeedContext, { id }: Repository, branch: string | null): string {
  const tip = findRef({ db, repositoryId: id }, `refs/heads/${branch}`);
  return tip ?? placeholderSha(id, branch);
}

function jobPlan(name: string, job: Job): jobs.JobPlan {
  const [labels, needs] = [job.labels, job.needs];
  const steps = (
    job.steps ?? ["Set up job", { name: `Run ${name}`, seconds: 8, fails: true, log: "" }, "Complete job"]
  ).map((step) => (typeof step === "string" ? { name: step, seconds: 1, fails: false, log: "" } : step));
  const { wait, outcome, reruns: next_outcomes } = job;
  return { name, labels, needs, steps, wait, seconds: job.seconds, outcome, next_outcomes };
}

interface JobWithDependencies {
  readonly job: Job;
  /** End times of the jobs that come earlier, by name. */
  readonly ends: ReadonlyMap<string, string>;
}

type InitialJobState = Pick<jobs.JobStart, "status" | "conclusion" | "started_at" | "completed_at"> &
  Partial<jobs.JobRunner>;

/** Returns the initial state of a job: its own values, or else those of its run. */
function initialJobState(
  context: SeedContext,
  run: { readonly status: Run["status"]; readonly fallback: string; readonly started: string },
  { job, ends }: JobWithDependencies,
): InitialJobState {
  const status = job.status ?? (job.conclusion === undefined ? run.status : "completed");
  if (status !== "completed" && job.conclusion !== undefined) {
    throw new SeedError(["conclusion"], "must be omitted until the job is completed");
  }
  if (run.status === "completed" && status !== "completed") {
    throw new SeedError(["status"], 'must be "completed", because the run is');
  }
  const conclusion = status === "completed" ? (job.conclusion ?? run.fallback) : null;
  const ready = latestOf(run.started, ...job.needs.flatMap((need) => ends.get(need) ?? []));
  const hasStarted = conclusion !== "skipped" && (status === "completed" || status === "in_progress");
  const start = context.timeOrNull(job.started) ?? addSeconds(ready, conclusion === "skipped" ? 0 : job.wait);
  const end = context.timeOrNull(job.completed) ?? addSeconds(start, hasStarted ? job.seconds : 0);
  return {
    status,
    conclusion,
    started_at: status === "completed" || status === "in_progress" ? start : null,
    completed_at: status === "completed" ? end : null,
    ...(hasStarted ? runnerOf(job, conclusion) : {}),
  };
}

function runnerOf({ runner: name, labels }: Job, conclusion: string | null): Partial<jobs.JobRunner> {
  // Runners are inserted later and find their jobs by name. A name that is never inserted is a deleted runner.
  if (name !== undefined) return { runner_name: name };
  if (usesHostedRunner(labels)) return HOSTED_RUNNER;
  if (conclusion === "cancelled") return {};
  throw new SeedError([], 'must have "runner": it ran on a self-hosted runner');
}
