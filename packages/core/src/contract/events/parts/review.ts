import * as z from "zod/mini";
import { authorAssociation } from "../../objects/author-association.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** A review in event payloads. */
export class EventReview extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "html_url", "pull_request_url", "commit_id"),
  state: extensibleEnum("approved", "changes_requested", "commented", "dismissed"),
  ...fieldsWith(z.nullable(z.string()), "body", "submitted_at"),
  updated_at: z.optional(z.nullable(z.string())),
  user: z.nullable(EventUser.schema()),
  author_association: authorAssociation(),
  _links: z.looseObject(fieldsWith(z.looseObject({ href: z.string() }), "html", "pull_request")),
})) {}
