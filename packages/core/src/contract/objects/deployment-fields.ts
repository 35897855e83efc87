import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith } from "../schema.ts";

// Fields of deployments, shared by responses and events.

/** Fields of every deployment object. */
export const deploymentFields = lazy(() => ({
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
}));

/** The ref to deploy, its commit, and the parameters. */
export const deploymentTarget = lazy(() => ({
  ...fieldsWith(z.string(), "sha", "ref"),
  payload: z.union([z.looseObject({}), z.string()]),
}));

/** Fields of every status of a deployment. */
export const deploymentStatusFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(
    z.string(),
    "node_id",
    "description",
    "target_url",
    "url",
    "deployment_url",
    "repository_url",
    "created_at",
    "updated_at",
  ),
  ...fieldsWith(z.optional(z.string()), "environment_url", "log_url"),
}));
