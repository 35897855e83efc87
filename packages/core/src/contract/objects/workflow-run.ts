import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";
import { User } from "./user.ts";

/** A pull request that a run belongs to (public description). */
export interface PullRequestReference extends OutputOf<typeof pullRequestReferenceSchema> {}
const pullRequestReferenceSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    number: z.int(),
    url: z.string(),
    ...alike(
      z.looseObject({
        ...alike(z.string(), "ref", "sha"),
        repo: z.looseObject({ id: z.int(), ...alike(z.string(), "url", "name") }),
      }),
      "head",
      "base",
    ),
  }),
);
export const PullRequestReference: Named<PullRequestReference> = pullRequestReferenceSchema;

/** The commit that a run is about (document 3, Workflow run). */
export interface HeadCommit extends OutputOf<typeof headCommitSchema> {}
const headCommitSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "id", "tree_id", "message", "timestamp"),
    ...alike(z.nullable(z.looseObject(alike(z.string(), "name", "email"))), "author", "committer"),
  }),
);
export const HeadCommit: Named<HeadCommit> = headCommitSchema;

/** A reusable workflow that a run takes in (public description). */
export interface ReferencedWorkflow extends OutputOf<typeof referencedWorkflowSchema> {}
const referencedWorkflowSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ path: z.string(), sha: z.string(), ref: z.optional(z.string()) }),
);
export const ReferencedWorkflow: Named<ReferencedWorkflow> = referencedWorkflowSchema;

/** One run of a workflow (document 3, Workflow run). `conclusion` is null while it runs. */
export interface WorkflowRun extends OutputOf<typeof workflowRunSchema> {}
const workflowRunSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    name: z.optional(z.nullable(z.string())),
    ...alike(
      z.string(),
      "node_id",
      "head_sha",
      "path",
      "event",
      "url",
      "html_url",
      "created_at",
      "updated_at",
      "jobs_url",
      "logs_url",
      "check_suite_url",
      "artifacts_url",
      "cancel_url",
      "rerun_url",
      "workflow_url",
      "display_title",
    ),
    check_suite_id: z.optional(z.int()),
    check_suite_node_id: z.optional(z.string()),
    head_branch: z.nullable(z.string()),
    run_number: z.int(),
    run_attempt: z.optional(z.int()),
    referenced_workflows: z.optional(z.nullable(z.array(ReferencedWorkflow()))),
    status: z.nullable(z.string()),
    conclusion: z.nullable(z.string()),
    workflow_id: z.int(),
    pull_requests: z.nullable(z.array(PullRequestReference())),
    ...alike(z.optional(z.nullable(User())), "actor", "triggering_actor"),
    run_started_at: z.optional(z.string()),
    previous_attempt_url: z.optional(z.nullable(z.string())),
    head_commit: z.nullable(HeadCommit()),
    repository: MinimalRepository(),
    // Null once the fork is deleted.
    head_repository: z.optional(z.nullable(MinimalRepository())),
    head_repository_id: z.optional(z.int()),
  }),
);
export const WorkflowRun: Named<WorkflowRun> = workflowRunSchema;

/** One job of a run (public description). */
export interface Job extends OutputOf<typeof jobSchema> {}
const jobSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    run_id: z.int(),
    ...alike(z.string(), "run_url", "node_id", "head_sha", "url", "name", "check_run_url"),
    created_at: z.optional(z.string()),
    started_at: z.nullable(z.string()),
    run_attempt: z.optional(z.int()),
    ...alike(
      z.nullable(z.string()),
      "html_url",
      "completed_at",
      "runner_name",
      "runner_group_name",
      "workflow_name",
      "head_branch",
    ),
    status: open("queued", "in_progress", "completed", "waiting", "requested", "pending"),
    conclusion: z.nullable(
      open("success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"),
    ),
    steps: z.optional(
      z.array(
        z.looseObject({
          status: open("queued", "in_progress", "completed"),
          conclusion: z.nullable(z.string()),
          name: z.string(),
          number: z.int(),
          started_at: z.optional(z.nullable(z.string())),
          completed_at: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
    labels: z.array(z.string()),
    runner_id: z.nullable(z.int()),
    runner_group_id: z.nullable(z.int()),
  }),
);
export const Job: Named<Job> = jobSchema;
