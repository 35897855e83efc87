import * as z from "zod/mini";
import { extensibleEnum, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { deploymentFields, deploymentStatusFields, deploymentTarget } from "./deployment-fields.ts";
import { User } from "./user.ts";

/** A request to deploy a ref to an environment. */
export class Deployment extends namedObject(() => ({
  ...deploymentFields(),
  ...deploymentTarget(),
  creator: z.nullable(User.schema()),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
})) {}

/** A status of a deployment. */
export class DeploymentStatus extends namedObject(() => ({
  ...deploymentStatusFields(),
  state: extensibleEnum("error", "failure", "inactive", "pending", "success", "queued", "in_progress"),
  environment: z.optional(z.string()),
  creator: z.nullable(User.schema()),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
})) {}
