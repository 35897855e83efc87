import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { commentFields } from "./comment-fields.ts";

/** A comment on an issue or a pull request. */
export interface EventIssueComment extends SchemaOutput<typeof eventIssueCommentSchema> {}
const eventIssueCommentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...commentFields(),
    ...fieldsWith(z.string(), "url", "issue_url"),
    performed_via_svc_app: z.optional(z.nullable(EventApp())),
    pin: z.optional(z.nullable(z.looseObject({ pinned_at: z.string(), pinned_by: z.nullable(EventUser()) }))),
    minimized: z.optional(z.nullable(z.looseObject({ reason: z.nullable(z.string()) }))),
  }),
);
export const EventIssueComment: NamedSchema<EventIssueComment> = eventIssueCommentSchema;
