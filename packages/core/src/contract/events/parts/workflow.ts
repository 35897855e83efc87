import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../../schema.ts";

/** The workflow of a run. */
export class EventWorkflow extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(
    z.string(),
    "node_id",
    "name",
    "path",
    "state",
    "created_at",
    "updated_at",
    "url",
    "html_url",
    "badge_url",
  ),
})) {}
