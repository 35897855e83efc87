import * as z from "zod/mini";
import { PartialRepository } from "../../objects/repository.ts";
import { EventUser } from "../../objects/user.ts";
import { PullRequestReference, ReferencedWorkflow } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";

/** The workflow run of a deployment. It has fewer guaranteed fields than in events of the run itself. */
export class DeploymentRun extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "run_number", "run_attempt", "workflow_id", "check_suite_id"),
  ...fieldsWith(
    z.string(),
    "node_id",
    "name",
    "event",
    "head_branch",
    "head_sha",
    "check_suite_node_id",
    "url",
    "html_url",
    "created_at",
    "updated_at",
    "run_started_at",
  ),
  ...fieldsWith(
    z.optional(z.string()),
    "path",
    "display_title",
    "artifacts_url",
    "cancel_url",
    "check_suite_url",
    "jobs_url",
    "logs_url",
    "rerun_url",
    "workflow_url",
  ),
  previous_attempt_url: z.optional(z.nullable(z.string())),
  status: extensibleEnum("requested", "in_progress", "completed", "queued", "waiting", "pending"),
  conclusion: z.nullable(extensibleEnum(...CHECK_CONCLUSIONS)),
  ...fieldsWith(z.optional(z.nullable(EventUser.schema())), "actor", "triggering_actor"),
  pull_requests: z.array(PullRequestReference.schema()),
  referenced_workflows: z.optional(z.nullable(z.array(ReferencedWorkflow.schema()))),
  head_commit: z.optional(z.nullable(z.looseObject({}))),
  ...fieldsWith(z.optional(PartialRepository.schema()), "repository", "head_repository"),
})) {}
