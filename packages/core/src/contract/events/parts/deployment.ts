import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { User } from "../../objects/user.ts";
import { alike, named } from "../../schema.ts";
import { EventApp } from "./app.ts";

const summary = /* @__PURE__ */ lazy(() => ({
  id: z.int(),
  ...alike(
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
  ...alike(z.optional(z.boolean()), "transient_environment", "production_environment"),
  performed_via_svc_app: z.optional(z.nullable(EventApp())),
}));

/** A deployment as checks tell of it (public description). */
export interface SimpleDeployment extends OutputOf<typeof simpleDeploymentSchema> {}
const simpleDeploymentSchema = /* @__PURE__ */ named(() => z.looseObject(summary()));
export const SimpleDeployment: Named<SimpleDeployment> = simpleDeploymentSchema;

/** A deployment that waits for what an event tells of (public description). */
export interface EventDeployment extends OutputOf<typeof eventDeploymentSchema> {}
const eventDeploymentSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...summary(),
    ...alike(z.string(), "sha", "ref"),
    payload: z.union([z.looseObject({}), z.string()]),
    creator: z.nullable(User()),
  }),
);
export const EventDeployment: Named<EventDeployment> = eventDeploymentSchema;
