import * as z from "zod/mini";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { commentFields } from "./comment-fields.ts";

/** A comment on an issue or a pull request. */
export class EventIssueComment extends namedObject(() => ({
  ...commentFields(),
  ...fieldsWith(z.string(), "url", "issue_url"),
  performed_via_svc_app: z.optional(z.nullable(EventApp.schema())),
  pin: z.optional(z.nullable(z.looseObject({ pinned_at: z.string(), pinned_by: z.nullable(EventUser.schema()) }))),
  minimized: z.optional(z.nullable(z.looseObject({ reason: z.nullable(z.string()) }))),
})) {}
