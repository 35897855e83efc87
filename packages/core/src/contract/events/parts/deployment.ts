import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";

const summary = /* @__PURE__ */ lazy(() => ({
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
  performed_via_svc_app: z.optional(z.nullable(EventApp())),
}));

/** A deployment in check run payloads. */
export interface SimpleDeployment extends SchemaOutput<typeof simpleDeploymentSchema> {}
const simpleDeploymentSchema = /* @__PURE__ */ namedSchema(() => z.looseObject(summary()));
export const SimpleDeployment: NamedSchema<SimpleDeployment> = simpleDeploymentSchema;

/** The deployment that the job of a `workflow_job` event belongs to. */
export interface EventDeployment extends SchemaOutput<typeof eventDeploymentSchema> {}
const eventDeploymentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...summary(),
    ...fieldsWith(z.string(), "sha", "ref"),
    payload: z.union([z.looseObject({}), z.string()]),
    creator: z.nullable(EventUser()),
  }),
);
export const EventDeployment: NamedSchema<EventDeployment> = eventDeploymentSchema;
