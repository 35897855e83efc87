import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named, open } from "../../schema.ts";

/** One step of a job (public description). `conclusion` is null while it runs. */
export interface EventJobStep extends OutputOf<typeof eventJobStepSchema> {}
const eventJobStepSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    name: z.string(),
    number: z.int(),
    status: open("queued", "pending", "waiting", "in_progress", "completed"),
    conclusion: z.nullable(open("success", "failure", "skipped", "cancelled")),
    ...alike(z.nullable(z.string()), "started_at", "completed_at"),
  }),
);
export const EventJobStep: Named<EventJobStep> = eventJobStepSchema;

const conclusion = () => open("success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required");

/** One job of a run as events carry it (public description). What is null is not known yet. */
export interface EventJob extends OutputOf<typeof eventJobSchema> {}
const eventJobObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    run_id: z.number(),
    run_attempt: z.optional(z.int()),
    ...alike(z.string(), "node_id", "name", "head_sha", "started_at", "url", "html_url", "run_url", "check_run_url"),
    created_at: z.optional(z.string()),
    completed_at: z.nullable(z.string()),
    status: open("queued", "waiting", "in_progress", "completed"),
    conclusion: z.nullable(conclusion()),
    steps: z.array(EventJobStep()),
    labels: z.array(z.string()),
    ...alike(z.nullable(z.number()), "runner_id", "runner_group_id"),
    ...alike(z.nullable(z.string()), "runner_name", "runner_group_name"),
    ...alike(z.optional(z.nullable(z.string())), "head_branch", "workflow_name"),
  }),
);
const eventJobSchema = /* @__PURE__ */ named(eventJobObject);
export const EventJob: Named<EventJob> = eventJobSchema;

/** A job that is done. */
export interface CompletedJob extends OutputOf<typeof completedJobSchema> {}
const completedJobSchema = /* @__PURE__ */ named(() =>
  z.extend(eventJobObject(), { conclusion: conclusion(), completed_at: z.string() }),
);
export const CompletedJob: Named<CompletedJob> = completedJobSchema;
