import * as z from "zod/mini";
import { RunHeadRepository, RunRepository } from "../../objects/repository.ts";
import { EventUser } from "../../objects/user.ts";
import { PullRequestReference, ReferencedWorkflow } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";
import { EventHeadCommit } from "./commit.ts";

/** A workflow run in event payloads. `conclusion` is null until it completes. */
export class EventWorkflowRun extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "run_number", "run_attempt", "workflow_id", "check_suite_id"),
  ...fieldsWith(
    z.string(),
    "node_id",
    "head_sha",
    "event",
    "created_at",
    "updated_at",
    "run_started_at",
    "check_suite_node_id",
    "url",
    "html_url",
    "jobs_url",
    "logs_url",
    "check_suite_url",
    "artifacts_url",
    "cancel_url",
    "rerun_url",
    "workflow_url",
  ),
  ...fieldsWith(z.optional(z.string()), "path", "display_title"),
  ...fieldsWith(z.nullable(z.string()), "name", "previous_attempt_url"),
  // Null after a push to a fork.
  head_branch: z.nullable(z.string()),
  status: extensibleEnum("requested", "queued", "pending", "waiting", "in_progress", "completed"),
  conclusion: z.nullable(extensibleEnum(...CHECK_CONCLUSIONS)),
  ...fieldsWith(z.optional(z.nullable(EventUser.schema())), "actor", "triggering_actor"),
  pull_requests: z.array(z.nullable(PullRequestReference.schema())),
  referenced_workflows: z.optional(z.nullable(z.array(ReferencedWorkflow.schema()))),
  head_commit: EventHeadCommit.schema(),
  repository: RunRepository.schema(),
  // Null once the fork is deleted.
  head_repository: z.nullable(RunHeadRepository.schema()),
})) {}
