import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { RunHeadRepository, RunRepository } from "../../objects/repository.ts";
import { EventUser } from "../../objects/user.ts";
import { PullRequestReference, ReferencedWorkflow } from "../../objects/workflow-run.ts";
import { alike, named, open } from "../../schema.ts";
import { CONCLUSIONS } from "./check-conclusions.ts";
import { EventHeadCommit } from "./commit.ts";

/** A run of a workflow as events carry it (public description). `conclusion` is null while it runs. */
export interface EventWorkflowRun extends OutputOf<typeof eventWorkflowRunSchema> {}
const eventWorkflowRunSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.int(), "id", "run_number", "run_attempt", "workflow_id", "check_suite_id"),
    ...alike(
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
    ...alike(z.optional(z.string()), "path", "display_title"),
    ...alike(z.nullable(z.string()), "name", "previous_attempt_url"),
    // Null after a push in a fork.
    head_branch: z.nullable(z.string()),
    status: open("requested", "queued", "pending", "waiting", "in_progress", "completed"),
    conclusion: z.nullable(open(...CONCLUSIONS)),
    ...alike(z.optional(z.nullable(EventUser())), "actor", "triggering_actor"),
    pull_requests: z.array(z.nullable(PullRequestReference())),
    referenced_workflows: z.optional(z.nullable(z.array(ReferencedWorkflow()))),
    head_commit: EventHeadCommit(),
    repository: RunRepository(),
    // Null once the fork is deleted.
    head_repository: z.nullable(RunHeadRepository()),
  }),
);
export const EventWorkflowRun: Named<EventWorkflowRun> = eventWorkflowRunSchema;
