import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named } from "../../schema.ts";

/** The workflow that a run is one of (public description). */
export interface EventWorkflow extends OutputOf<typeof eventWorkflowSchema> {}
const eventWorkflowSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(
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
  }),
);
export const EventWorkflow: Named<EventWorkflow> = eventWorkflowSchema;
