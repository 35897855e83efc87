import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/** A workflow file and its state. */
export class Workflow extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name", "path", "created_at", "updated_at", "url", "html_url", "badge_url"),
  state: extensibleEnum("active", "deleted", "disabled_fork", "disabled_inactivity", "disabled_manually"),
  deleted_at: z.optional(z.string()),
})) {}
