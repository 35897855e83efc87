import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";

const summary = lazy(() => ({
  id: z.int(),
  ...fieldsWith(
    z.string(),
    "url",
    "node_id",
    "task",
    "environment",
    "created_at",
    "updated_at",
    "statuses_url",
    "repository_url",
  ),
  original_environment: z.optional(z.string()),
  description: z.nullable(z.string()),
  ...fieldsWith(z.optional(z.boolean()), "transient_environment", "production_environment"),
  performed_via_svc_app: z.optional(z.nullable(EventApp.schema())),
}));

/** A deployment in check run payloads. */
export class SimpleDeployment extends namedObject(summary) {}

/** The deployment that the job of a `workflow_job` event belongs to. */
export class EventDeployment extends namedObject(() => ({
  ...summary(),
  ...fieldsWith(z.string(), "sha", "ref"),
  payload: z.union([z.looseObject({}), z.string()]),
  creator: z.nullable(EventUser.schema()),
})) {}
