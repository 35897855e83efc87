import { randomBytes } from "node:crypto";
import { stageOf } from "../../deliveries/events/workflows.ts";
import { readCommit } from "../../git/commit.ts";
import { segmentsOf } from "../../git/path.ts";
import { findEntry } from "../../git/tree.ts";
import type { Control, JobToStart, StartedJob } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import { mayHaveRunners, mayRunWorkflows } from "../../state/actions-permissions.ts";
import type { Database } from "../../state/database.ts";
import { createEnvironment, findEnvironment } from "../../state/environments.ts";
import { findObject, findObjectHead } from "../../state/git.ts";
import { addJobIdentity } from "../../state/job-identities.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { addToken } from "../../state/tokens.ts";
import * as jobs from "../../state/workflow-jobs.ts";
import { beginJob, beginRun, settleRuns } from "../../state/workflow-machine.ts";
import * as runs from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { doerAt, livelyRepository } from "../named.ts";
import { variablesOf } from "./environment.ts";
import { type JobOrigin, originOf, reusableWorkflowSha } from "./origin.ts";
import { grantedTo } from "./permissions.ts";

/** How long a job may run, in seconds, on the service's runners and on somebody's own (public documents). */
const LONGEST = { hosted: 6 * 3600, own: 5 * 24 * 3600 } as const;

/** A runner of the repository's own: the API only knows those of organizations and enterprises. */
const OWN_RUNNER: jobs.JobRunner = {
  ...{ runner_id: null, runner_name: "Self-hosted runner", runner_group_id: null, runner_group_name: null },
};

/** Lets jobs begin whose steps are run by whoever asks for it: nothing here ends them but their limit. */
export function createJobControl(world: World): Control["startJob"] {
  return (told) => {
    settleRuns(stageOf(world), world.now());
    return world.db.transaction(() => startJob(world, told));
  };
}

function startJob(world: World, told: JobToStart): StartedJob {
  const { db, dialect } = world;
  const now = timestamp(world.now());
  const repository = livelyRepository(db, told.repository);
  if (!mayRunWorkflows(db, repository)) {
    throw new RangeError(`${fullNameOf(db, repository)} is not among the repositories that may run workflows.`);
  }
  const origin = originOf(db, repository, told);
  const actor = actorOf(db, repository, told.actor);
  const { permissions, idToken } = grantedTo(db, repository, told.permissions, origin);
  const reusable = told.job_workflow_ref;
  const reusableSha = reusable === undefined ? undefined : reusableWorkflowSha(db, reusable);
  const environment = told.environment ?? null;
  if (environment !== null) ensureEnvironment(db, repository, environment, now);

  const isOwn = told.runner_environment === "self-hosted";
  const runId = createRun(db, repository, { told, origin, actor, now });
  const jobId = createJob(db, runId, { name: told.job ?? "test", isOwn, now });
  begin(world, repository, runId, jobId);
  const job = jobs.getWorkflowJob(db, jobId);

  const { token } = addToken(db, {
    ...{ kind: "workflow", repository_id: repository.id, permissions, created_at: now },
    token: `${dialect.tokenPrefixes.installation}${randomBytes(18).toString("hex")}`,
    expires_at: job.due_at,
  });
  const identity = {
    ...{ job_id: jobId, token, request_token: randomBytes(48).toString("base64url"), id_token: idToken },
    ...{ ref: origin.ref, sha: origin.sha, environment, self_hosted: isOwn },
    ...{ head_ref: origin.pull?.head ?? "", base_ref: origin.pull?.base ?? "" },
    ...{ job_workflow_ref: reusable ?? null, job_workflow_sha: reusableSha ?? origin.sha },
  };
  addJobIdentity(db, identity);
  return { run: runId, job: jobId, token, env: variablesOf(world, runs.getWorkflowRun(db, runId), job, identity) };
}

/** Whose doing a job is. */
function actorOf(db: Database, repository: Repository, login: string | undefined): Account {
  const doer = doerAt(db, repository.owner_id, login);
  if (doer.type === "User") return doer;
  throw new RangeError(`${doer.login} has no owner: "actor" says whose doing the job is.`);
}

/** An environment that a job names is there from then on (public documents of environments). */
function ensureEnvironment(db: Database, { id }: Repository, name: string, now: string): void {
  if (name === "" || name.length > 255) throw new RangeError("An environment's name has 1 to 255 letters.");
  if (findEnvironment(db, id, name)) return;
  const open = { branches: "all", waitTimer: 0, reviewers: [], preventSelfReview: false } as const;
  createEnvironment(db, id, { name, ...open }, now);
}

interface NewRun {
  readonly told: JobToStart;
  readonly origin: JobOrigin;
  readonly actor: Account;
  readonly now: string;
}

function createRun(db: Database, repository: Repository, { told, origin, actor, now }: NewRun): number {
  const path = told.workflow ?? ".github/workflows/test.yml";
  if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) {
    throw new RangeError(`${JSON.stringify(path)} is no workflow: those are files like .github/workflows/test.yml.`);
  }
  const name = workflowName(db, repository, origin.sha, path);
  const message = messageOf(db, repository, origin.headSha) ?? name;
  const isPush = origin.event === "push";
  return runs.createWorkflowRun(db, {
    ...{ repository_id: repository.id, workflow_id: runs.workflowAt(db, repository.id, path, name).id },
    title: origin.pull?.title ?? (isPush ? (message.split("\n")[0] ?? name) : name),
    ...{ event: origin.event, head_branch: origin.headBranch, head_sha: origin.headSha, head_message: message },
    ...{ head_repository_id: origin.headRepositoryId, actor_id: actor.id, triggering_actor_id: actor.id },
    // Those that come from forks are not told of.
    pull_requests: origin.pull && origin.headRepositoryId === repository.id ? [origin.pull.number] : [],
    ...{ run_attempt: 1, status: "queued", conclusion: null, created_at: now, started_at: now, updated_at: now },
  });
}

/** What a workflow calls itself in its file; else what it was called before, or its path. */
function workflowName(db: Database, repository: Repository, sha: string, path: string): string {
  const store = { db, repositoryId: repository.id };
  if (findObjectHead(store, sha)?.type === "commit") {
    const entry = findEntry(store, readCommit(store, sha).tree, segmentsOf(path));
    const file = entry && findObject(store, entry.sha);
    const text = file?.type === "blob" ? Buffer.from(file.content).toString("utf8") : "";
    const [, double, single, plain] = /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*))/m.exec(text) ?? [];
    const name = (double ?? single ?? plain ?? "").trim();
    if (name !== "") return name;
  }
  return runs.findWorkflow(db, repository.id, path)?.name ?? path;
}

function messageOf(db: Database, { id }: Repository, sha: string): string | undefined {
  const store = { db, repositoryId: id };
  return findObjectHead(store, sha)?.type === "commit" ? readCommit(store, sha).message.trim() : undefined;
}

interface NewJob {
  readonly name: string;
  readonly isOwn: boolean;
  readonly now: string;
}

function createJob(db: Database, runId: number, { name, isOwn, now }: NewJob): number {
  if (name === "") throw new RangeError("A job has a name.");
  const step = (title: string, seconds: number) => ({ name: title, seconds, fails: false, log: "" });
  const limit = isOwn ? LONGEST.own : LONGEST.hosted;
  const plan = {
    ...{ name, labels: isOwn ? ["self-hosted"] : ["ubuntu-latest"], needs: [], wait: 0, seconds: limit },
    steps: [step("Set up job", 1), step(`Run ${name}`, limit - 2), step("Complete job", 1)],
    // Nobody here does its work: what isn't ended by then has taken too long.
    ...{ outcome: "timed_out", next_outcomes: ["timed_out"] },
  };
  return jobs.createWorkflowJob(db, plan, { run_id: runId, attempt: 1, status: "queued", created_at: now });
}

/** A job begins at once: on one of the service's runners, on a free one of its organization's, or on one of its own. */
function begin(world: World, repository: Repository, runId: number, jobId: number): void {
  const { db } = world;
  const stage = stageOf(world);
  beginRun(stage, runId, world.now());
  settleRuns(stage, world.now());
  if (jobs.getWorkflowJob(db, jobId).status !== "queued") return;
  if (!mayHaveRunners(db, repository)) {
    throw new RangeError(`${fullNameOf(db, repository)} may not have runners of its own, and no other is free.`);
  }
  beginJob(stage, jobId, OWN_RUNNER, world.now());
}
