import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { deploymentFields } from "./deployment-fields.ts";
import { PullRequestReference } from "./workflow-run.ts";

/** The deployment that a check run belongs to. */
export class CheckRunDeployment extends namedObject(() => ({
  ...deploymentFields(),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
})) {}

/** A check run of a commit. `pull_requests` is empty after a push to a fork. */
export class CheckRunDetails extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "head_sha", "node_id", "url", "name"),
  ...fieldsWith(z.nullable(z.string()), "external_id", "html_url", "details_url", "started_at", "completed_at"),
  status: extensibleEnum("queued", "in_progress", "completed", "waiting", "requested", "pending"),
  conclusion: z.nullable(
    extensibleEnum("success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"),
  ),
  output: z.looseObject({
    ...fieldsWith(z.nullable(z.string()), "title", "summary", "text"),
    annotations_count: z.int(),
    annotations_url: z.string(),
  }),
  check_suite: z.nullable(z.looseObject({ id: z.int() })),
  app: z.nullable(App.schema()),
  pull_requests: z.array(PullRequestReference.schema()),
  deployment: z.optional(CheckRunDeployment.schema()),
})) {}
