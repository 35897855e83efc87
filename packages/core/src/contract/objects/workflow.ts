import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/** A workflow file and its state. */
export class Workflow extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name", "path", "created_at", "updated_at", "url", "html_url", "badge_url"),
  state: extensibleEnum("active", "deleted", "disabled_fork", "disabled_inactivity", "disabled_manually"),
  deleted_at: z.optional(z.string()),
})) {}

/** The workflow run that a call started. */
export class DispatchedRun extends namedObject(() => ({
  workflow_run_id: z.int(),
  ...fieldsWith(z.string(), "run_url", "html_url"),
})) {}
