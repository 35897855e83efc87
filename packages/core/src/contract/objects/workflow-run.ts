import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";
import { User } from "./user.ts";

/** A pull request that a workflow run belongs to. */
export class PullRequestReference extends namedObject(() => ({
  id: z.int(),
  number: z.int(),
  url: z.string(),
  ...fieldsWith(
    z.looseObject({
      ...fieldsWith(z.string(), "ref", "sha"),
      repo: z.looseObject({ id: z.int(), ...fieldsWith(z.string(), "url", "name") }),
    }),
    "head",
    "base",
  ),
})) {}

/** The head commit of a workflow run. */
export class HeadCommit extends namedObject(() => ({
  ...fieldsWith(z.string(), "id", "tree_id", "message", "timestamp"),
  ...fieldsWith(z.nullable(z.looseObject(fieldsWith(z.string(), "name", "email"))), "author", "committer"),
})) {}

/** A reusable workflow referenced by a workflow run. */
export class ReferencedWorkflow extends namedObject(() => ({
  path: z.string(),
  sha: z.string(),
  ref: z.optional(z.string()),
})) {}

/** A workflow run. `conclusion` is null until it completes. */
export class WorkflowRun extends namedObject(() => ({
  id: z.int(),
  name: z.optional(z.nullable(z.string())),
  ...fieldsWith(
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
  referenced_workflows: z.optional(z.nullable(z.array(ReferencedWorkflow.schema()))),
  status: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
  workflow_id: z.int(),
  pull_requests: z.nullable(z.array(PullRequestReference.schema())),
  ...fieldsWith(z.optional(z.nullable(User.schema())), "actor", "triggering_actor"),
  run_started_at: z.optional(z.string()),
  previous_attempt_url: z.optional(z.nullable(z.string())),
  head_commit: z.nullable(HeadCommit.schema()),
  repository: MinimalRepository.schema(),
  // Null once the fork is deleted.
  head_repository: z.optional(z.nullable(MinimalRepository.schema())),
  head_repository_id: z.optional(z.int()),
})) {}

/** A job of a workflow run. */
export class WorkflowJob extends namedObject(() => ({
  id: z.int(),
  run_id: z.int(),
  ...fieldsWith(z.string(), "run_url", "node_id", "head_sha", "url", "name", "check_run_url"),
  created_at: z.optional(z.string()),
  started_at: z.nullable(z.string()),
  run_attempt: z.optional(z.int()),
  ...fieldsWith(
    z.nullable(z.string()),
    "html_url",
    "completed_at",
    "runner_name",
    "runner_group_name",
    "workflow_name",
    "head_branch",
  ),
  status: extensibleEnum("queued", "in_progress", "completed", "waiting", "requested", "pending"),
  conclusion: z.nullable(
    extensibleEnum("success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"),
  ),
  steps: z.optional(
    z.array(
      z.looseObject({
        status: extensibleEnum("queued", "in_progress", "completed"),
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
})) {}
