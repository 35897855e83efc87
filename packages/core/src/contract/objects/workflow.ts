import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";

/** A workflow file and its state. */
export interface Workflow extends SchemaOutput<typeof workflowSchema> {}
const workflowSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "name", "path", "created_at", "updated_at", "url", "html_url", "badge_url"),
    state: extensibleEnum("active", "deleted", "disabled_fork", "disabled_inactivity", "disabled_manually"),
    deleted_at: z.optional(z.string()),
  }),
);
export const Workflow: NamedSchema<Workflow> = workflowSchema;
