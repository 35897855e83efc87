import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** The workflow of a run. */
export interface EventWorkflow extends SchemaOutput<typeof eventWorkflowSchema> {}
const eventWorkflowSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
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
  }),
);
export const EventWorkflow: NamedSchema<EventWorkflow> = eventWorkflowSchema;
