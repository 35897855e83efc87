import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** One step of a job. `conclusion` is null until it completes. */
export class EventJobStep extends namedObject(() => ({
  name: z.string(),
  number: z.int(),
  status: extensibleEnum("queued", "pending", "waiting", "in_progress", "completed"),
  conclusion: z.nullable(extensibleEnum("success", "failure", "skipped", "cancelled")),
  ...fieldsWith(z.nullable(z.string()), "started_at", "completed_at"),
})) {}

const conclusion = () =>
  extensibleEnum("success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required");

const eventJobFields = lazy(() => ({
  id: z.int(),
  run_id: z.number(),
  run_attempt: z.optional(z.int()),
  ...fieldsWith(z.string(), "node_id", "name", "head_sha", "started_at", "url", "html_url", "run_url", "check_run_url"),
  created_at: z.optional(z.string()),
  completed_at: z.nullable(z.string()),
  status: extensibleEnum("queued", "waiting", "in_progress", "completed"),
  conclusion: z.nullable(conclusion()),
  steps: z.array(EventJobStep.schema()),
  labels: z.array(z.string()),
  ...fieldsWith(z.nullable(z.number()), "runner_id", "runner_group_id"),
  ...fieldsWith(z.nullable(z.string()), "runner_name", "runner_group_name"),
  ...fieldsWith(z.optional(z.nullable(z.string())), "head_branch", "workflow_name"),
}));

/** A job of a workflow run, in event payloads. Null fields are not known yet. */
export class EventJob extends namedObject(eventJobFields) {}

/** A completed job. */
export class CompletedJob extends namedObject(() => ({
  ...eventJobFields(),
  conclusion: conclusion(),
  completed_at: z.string(),
})) {}
