import * as z from "zod/mini";
import { deploymentStatusFields } from "../../objects/deployment-fields.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";

/** A status of a deployment, in event payloads. */
export class EventDeploymentStatus extends namedObject(() => ({
  ...deploymentStatusFields(),
  ...fieldsWith(z.string(), "state", "environment"),
  creator: z.nullable(EventUser.schema()),
  performed_via_svc_app: z.optional(z.nullable(EventApp.schema())),
})) {}

/** The check run of the job that deploys. */
export class DeploymentCheckRun extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(
    z.string(),
    "node_id",
    "name",
    "external_id",
    "head_sha",
    "url",
    "html_url",
    "details_url",
    "started_at",
  ),
  status: extensibleEnum("queued", "in_progress", "completed", "waiting", "pending"),
  conclusion: z.nullable(extensibleEnum(...CHECK_CONCLUSIONS)),
  completed_at: z.nullable(z.string()),
})) {}

/** A job that waits for a review of its deployment. */
export class DeploymentJob extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "environment", "status", "html_url", "created_at", "updated_at"),
  ...fieldsWith(z.nullable(z.string()), "name", "conclusion"),
})) {}
