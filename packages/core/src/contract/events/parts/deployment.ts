import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { deploymentFields, deploymentTarget } from "../../objects/deployment-fields.ts";
import { EventUser } from "../../objects/user.ts";
import { namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";

const summary = lazy(() => ({
  ...deploymentFields(),
  performed_via_svc_app: z.optional(z.nullable(EventApp.schema())),
}));

/** A deployment in check run payloads. */
export class SimpleDeployment extends namedObject(summary) {}

/** The deployment that the job of a `workflow_job` event belongs to. */
export class EventDeployment extends namedObject(() => ({
  ...summary(),
  ...deploymentTarget(),
  creator: z.nullable(EventUser.schema()),
})) {}
