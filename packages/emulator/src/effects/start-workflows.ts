import * as z from "zod/mini";
import { engineContextFor } from "../deliveries/events/workflows.ts";
import type { EmulatorContext, WebhookEvent } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { type Account, accounts } from "../state/accounts.ts";
import { canRunWorkflows } from "../state/actions-permissions.ts";
import { findRef, type GitStore } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { WORKFLOW_BOT_ID } from "../state/workflow-app.ts";
import { startRun } from "../state/workflow-engine.ts";
import { createWorkflowJob } from "../state/workflow-jobs.ts";
import * as runs from "../state/workflow-runs.ts";
import { timestamp } from "../timestamp.ts";
import { acceptsRef, matchesPatterns } from "./workflow-files/match-filters.ts";
import { planJobs } from "./workflow-files/plan-jobs.ts";
import { readWorkflows } from "./workflow-files/read-workflows.ts";
import { resolveTriggerOrigin, type TriggerOrigin } from "./workflow-files/trigger-origin.ts";
import type { WorkflowFile, WorkflowTrigger } from "./workflow-files/workflow-file.ts";

// Starts the workflows that an event triggers.
// @see https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows

/** Events that trigger workflows. An event of pull requests also triggers those of `pull_request_target`. */
const TRIGGERING_EVENTS: ReadonlySet<string> = new Set([
  "branch_protection_rule",
  "check_run",
  "check_suite",
  "create",
  "delete",
  "deployment",
  "deployment_status",
  "discussion",
  "discussion_comment",
  "fork",
  "gollum",
  "issue_comment",
  "issues",
  "label",
  "milestone",
  "page_build",
  "public",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "release",
  "repository_dispatch",
  "status",
  "watch",
  "workflow_dispatch",
  "workflow_run",
]);

/** Actions that trigger a workflow which names none; all others by default. */
const DEFAULT_TYPES: Readonly<Record<string, readonly string[]>> = {
  pull_request: ["opened", "synchronize", "reopened"],
  pull_request_target: ["opened", "synchronize", "reopened"],
};

/** Events with a commit of their own, which can have other workflow files than the default branch. */
const EVENTS_WITH_COMMITS: ReadonlySet<string> = new Set([
  "deployment",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "release",
  "workflow_dispatch",
]);

/** Events that also start workflows if a job's own token caused them. */
const STARTED_BY_JOBS = ["workflow_dispatch", "repository_dispatch"];

const SKIP_MARK = /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|\n\nskip-checks: ?true\s*$/;

/** Starts the runs of all workflows that an event triggers. A repository without workflow files has none. */
export function startWorkflows(context: EmulatorContext, repository: Repository, event: WebhookEvent): void {
  if (!TRIGGERING_EVENTS.has(event.name) || !mayHaveWorkflows(context, repository, event)) return;
  if (!canRunWorkflows(context.db, repository)) return;
  startTriggered(context, repository, event.name, event);
  if (event.name === "pull_request") startTriggered(context, repository, "pull_request_target", event);
}

/** Checks without creating the payload whether there can be workflow files for an event. */
function mayHaveWorkflows(
  { db }: EmulatorContext,
  { id, default_branch }: Repository,
  { name }: WebhookEvent,
): boolean {
  if (EVENTS_WITH_COMMITS.has(name)) return true;
  const store = { db, repositoryId: id };
  const sha = findRef(store, `refs/heads/${default_branch}`);
  return sha !== undefined && readWorkflows(store, sha).length > 0;
}

const EventDetails = z.looseObject({
  sender: z.looseObject({ login: z.string() }),
  /** Path of the workflow that was dispatched, or the one whose run triggers others. */
  workflow: z.optional(z.nullable(z.union([z.string(), z.looseObject({ name: z.string() })]))),
  workflow_run: z.optional(z.looseObject({ event: z.string() })),
});

function startTriggered(context: EmulatorContext, repository: Repository, trigger: string, event: WebhookEvent): void {
  const { db } = context;
  const store = { db, repositoryId: repository.id };
  const origin = resolveTriggerOrigin(context, repository, trigger, event);
  const files = origin ? readWorkflows(store, origin.fileSha) : [];
  if (!origin || files.length === 0 || isSkipped(store, trigger, origin)) return;
  const details = z.safeParse(EventDetails, event.payload).data;
  const sender = details && accounts.find(db, { login: details.sender.login });
  if (!details || !sender) return;
  if (sender.id === WORKFLOW_BOT_ID && !STARTED_BY_JOBS.includes(trigger)) return;
  const { workflow, workflow_run } = details;
  // Chains of workflows end after the first link; GitHub allows three.
  if (workflow_run?.event === "workflow_run") return;
  for (const { path, file } of files) {
    const filter = file?.triggers.get(trigger);
    if (!file || !filter || !isTriggered(filter, trigger, event.action, origin)) continue;
    if (typeof workflow === "string" ? workflow !== path : workflow && !filter.workflows?.includes(workflow.name))
      continue;
    startWorkflow(context, repository, { path, file, trigger, origin, sender });
  }
}

/** Whether the message of the pushed commit, or of a pull request's last one, tells that it needs no run. */
function isSkipped(store: GitStore, trigger: string, { headSha }: TriggerOrigin): boolean {
  return (trigger === "push" || trigger === "pull_request") && SKIP_MARK.test(readCommit(store, headSha).message);
}

function isTriggered(filter: WorkflowTrigger, trigger: string, action: string | null, origin: TriggerOrigin): boolean {
  const types = filter.types ?? DEFAULT_TYPES[trigger];
  if (types && action !== null && !matchesPatterns(types, action)) return false;
  return origin.ref === undefined || acceptsRef(filter, origin.ref);
}

/** A workflow that an event triggered. */
interface TriggeredWorkflow {
  readonly path: string;
  readonly file: WorkflowFile;
  readonly trigger: string;
  readonly origin: TriggerOrigin;
  readonly sender: Account;
}

/** Starts a run, unless the workflow is disabled or its jobs are invalid. */
function startWorkflow(context: EmulatorContext, repository: Repository, triggered: TriggeredWorkflow): void {
  const { db } = context;
  const { path, file, trigger, origin, sender } = triggered;
  const name = file.name ?? path;
  const workflow = runs.findOrCreateWorkflow(db, repository.id, path, name);
  const jobs = planJobs(file);
  if (workflow.state !== "active" || !jobs) return;
  const now = timestamp(context.now());
  const { headSha, headRepositoryId, pull } = origin;
  const store = { db, repositoryId: repository.id };
  const hasExpression = file.runName?.includes("${{") ?? true;
  const runId = runs.createWorkflowRun(db, {
    repository_id: repository.id,
    workflow_id: workflow.id,
    title: (hasExpression ? origin.title : file.runName) ?? name,
    event: trigger,
    head_branch: origin.headBranch,
    head_sha: headSha,
    head_message: readCommit(store, headSha).message.trim(),
    head_repository_id: headRepositoryId,
    actor_id: sender.id,
    triggering_actor_id: sender.id,
    // Pull requests from forks are not listed.
    pull_requests: pull && headRepositoryId === repository.id ? [pull.number] : [],
    run_attempt: 1,
    status: "queued",
    conclusion: null,
    created_at: now,
    started_at: now,
    updated_at: now,
  });
  for (const job of jobs) {
    createWorkflowJob(db, job, { run_id: runId, attempt: 1, status: "queued", created_at: now });
  }
  startRun(engineContextFor(context), runId, context.now());
}
