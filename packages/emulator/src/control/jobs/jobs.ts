import { randomBytes } from "node:crypto";
import { engineContextFor } from "../../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { segmentsOf } from "../../git/path.ts";
import { findEntry } from "../../git/tree.ts";
import type { Control, JobToStart, StartedJob } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import { canHaveRunners, canRunWorkflows } from "../../state/actions-permissions.ts";
import type { Database } from "../../state/database.ts";
import { environments, putEnvironment, UNPROTECTED } from "../../state/environments.ts";
import { findObject, findObjectHeader } from "../../state/git-store.ts";
import { jobIdentities } from "../../state/job-identities.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { addToken } from "../../state/tokens.ts";
import { advanceRuns, startJobOn, startRun } from "../../state/workflow-engine.ts";
import * as jobs from "../../state/workflow-jobs.ts";
import * as runs from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import { actingAccount, requireWritableRepository } from "../find-by-name.ts";
import { jobEnvironment } from "./environment.ts";
import { type JobOrigin, resolveJobOrigin, reusableWorkflowSha } from "./job-origin.ts";
import { resolveJobPermissions } from "./job-permissions.ts";

/** Maximum duration of a job in seconds on hosted and self-hosted runners, as documented by GitHub. */
const MAX_JOB_SECONDS = { hosted: 6 * 3600, selfHosted: 5 * 24 * 3600 } as const;

/**
 * A repository's own runner. The emulator only models runners of organizations and enterprises, so it has no ID.
 */
const REPOSITORY_RUNNER: jobs.JobRunner = {
  runner_id: null,
  runner_name: "Self-hosted runner",
  runner_group_id: null,
  runner_group_name: null,
};

/**
 * Starts workflow jobs whose steps the caller executes. A job runs until a transition, a cancellation or the time limit
 * ends it.
 */
export function createJobControl(context: EmulatorContext): Control["startJob"] {
  return (jobToStart) => {
    advanceRuns(engineContextFor(context), context.now());
    return context.db.transaction(() => startJob(context, jobToStart));
  };
}

function startJob(context: EmulatorContext, jobToStart: JobToStart): StartedJob {
  const { db, dialect } = context;
  const now = timestamp(context.now());
  const repository = requireWritableRepository(db, jobToStart.repository);
  if (!canRunWorkflows(db, repository)) {
    throw new RangeError(`${fullNameOf(db, repository)} is not allowed to run workflows.`);
  }
  const origin = resolveJobOrigin(db, repository, jobToStart);
  const actor = requireActor(db, repository, jobToStart.actor);
  const { permissions, idToken } = resolveJobPermissions(db, repository, jobToStart.permissions, origin);
  const reusable = jobToStart.job_workflow_ref;
  const reusableSha = reusable === undefined ? undefined : reusableWorkflowSha(db, reusable);
  const environment = jobToStart.environment ?? null;
  if (environment !== null) ensureEnvironment(db, repository, environment, now);

  const isSelfHosted = jobToStart.runner_environment === "self-hosted";
  const runId = createRun(db, repository, { jobToStart, origin, actor, now });
  const jobId = createJob(db, runId, { name: jobToStart.job ?? "test", isSelfHosted, now });
  startQueuedJob(context, repository, runId, jobId);
  const job = jobs.getWorkflowJob(db, jobId);

  const { token } = addToken(db, {
    kind: "workflow",
    repository_id: repository.id,
    permissions,
    created_at: now,
    token: `${dialect.tokenPrefixes.installation}${randomBytes(18).toString("hex")}`,
    expires_at: job.due_at,
  });
  const identity = {
    job_id: jobId,
    token,
    request_token: randomBytes(48).toString("base64url"),
    id_token: idToken,
    ref: origin.ref,
    sha: origin.sha,
    environment,
    self_hosted: isSelfHosted,
    head_ref: origin.pull?.head ?? "",
    base_ref: origin.pull?.base ?? "",
    job_workflow_ref: reusable ?? null,
    job_workflow_sha: reusableSha ?? origin.sha,
  };
  jobIdentities.insert(db, identity);
  return { run: runId, job: jobId, token, env: jobEnvironment(context, runs.getWorkflowRun(db, runId), job, identity) };
}

/** Returns the user or bot that triggers the job. */
function requireActor(db: Database, repository: Repository, login: string | undefined): Account {
  const account = actingAccount(db, repository.owner_id, login);
  if (account.type !== "Organization") return account;
  throw new RangeError(`"actor" is required, because ${account.login} has no owner.`);
}

/** As on GitHub, an environment is created when a job first references it. */
function ensureEnvironment(db: Database, { id }: Repository, name: string, now: string): void {
  if (name === "" || name.length > 255) throw new RangeError("The environment's name must have 1 to 255 characters.");
  if (environments.find(db, { repository_id: id, name })) return;
  putEnvironment(db, id, name, UNPROTECTED, now);
}

interface RunDetails {
  readonly jobToStart: JobToStart;
  readonly origin: JobOrigin;
  readonly actor: Account;
  readonly now: string;
}

function createRun(db: Database, repository: Repository, { jobToStart, origin, actor, now }: RunDetails): number {
  const path = jobToStart.workflow ?? ".github/workflows/test.yml";
  if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) {
    throw new RangeError(`workflow must be a path like .github/workflows/test.yml, got ${JSON.stringify(path)}.`);
  }
  const name = workflowName(db, repository, origin.sha, path);
  const message = messageOf(db, repository, origin.headSha) ?? name;
  const isPush = origin.event === "push";
  return runs.createWorkflowRun(db, {
    repository_id: repository.id,
    workflow_id: runs.findOrCreateWorkflow(db, repository.id, path, name).id,
    title: origin.pull?.title ?? (isPush ? (message.split("\n")[0] ?? name) : name),
    event: origin.event,
    head_branch: origin.headBranch,
    head_sha: origin.headSha,
    head_message: message,
    head_repository_id: origin.headRepositoryId,
    actor_id: actor.id,
    triggering_actor_id: actor.id,
    // Pull requests from forks are not listed.
    pull_requests: origin.pull && origin.headRepositoryId === repository.id ? [origin.pull.number] : [],
    run_attempt: 1,
    status: "queued",
    conclusion: null,
    created_at: now,
    started_at: now,
    updated_at: now,
  });
}

/** Returns the workflow's name from its file, otherwise its last known name or its path. */
function workflowName(db: Database, repository: Repository, sha: string, path: string): string {
  const store = { db, repositoryId: repository.id };
  if (findObjectHeader(store, sha)?.type === "commit") {
    const entry = findEntry(store, readCommit(store, sha).tree, segmentsOf(path));
    const file = entry && findObject(store, entry.sha);
    const text = file?.type === "blob" ? Buffer.from(file.content).toString("utf8") : "";
    const [, double, single, plain] = /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*))/m.exec(text) ?? [];
    const name = (double ?? single ?? plain ?? "").trim();
    if (name !== "") return name;
  }
  return runs.workflows.find(db, { repository_id: repository.id, path })?.name ?? path;
}

function messageOf(db: Database, { id }: Repository, sha: string): string | undefined {
  const store = { db, repositoryId: id };
  return findObjectHeader(store, sha)?.type === "commit" ? readCommit(store, sha).message.trim() : undefined;
}

interface JobDetails {
  readonly name: string;
  readonly isSelfHosted: boolean;
  readonly now: string;
}

function createJob(db: Database, runId: number, { name, isSelfHosted, now }: JobDetails): number {
  if (name === "") throw new RangeError("The job's name must not be empty.");
  const step = (title: string, seconds: number) => ({ name: title, seconds, fails: false, log: "" });
  const limit = isSelfHosted ? MAX_JOB_SECONDS.selfHosted : MAX_JOB_SECONDS.hosted;
  const plan = {
    name,
    labels: isSelfHosted ? ["self-hosted"] : ["ubuntu-latest"],
    needs: [],
    wait: 0,
    seconds: limit,
    steps: [step("Set up job", 1), step(`Run ${name}`, limit - 2), step("Complete job", 1)],
    // The emulator doesn't execute the job, so it times out unless it is ended.
    outcome: "timed_out",
    next_outcomes: ["timed_out"],
  };
  return jobs.createWorkflowJob(db, plan, { run_id: runId, attempt: 1, status: "queued", created_at: now });
}

/** Starts the job immediately: on a hosted runner, a free runner of the organization, or a runner of the repository. */
function startQueuedJob(context: EmulatorContext, repository: Repository, runId: number, jobId: number): void {
  const { db } = context;
  const engineContext = engineContextFor(context);
  startRun(engineContext, runId, context.now());
  advanceRuns(engineContext, context.now());
  if (jobs.getWorkflowJob(db, jobId).status !== "queued") return;
  if (!canHaveRunners(db, repository)) {
    throw new RangeError(`${fullNameOf(db, repository)} is not allowed to have its own runners, and no other is free.`);
  }
  startJobOn(engineContext, jobId, REPOSITORY_RUNNER, context.now());
}
