import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Users and teams whose review is requested and not yet given. */
export class RequestedReviewers extends namedObject(() => ({
  users: z.array(User.schema()),
  teams: z.array(Team.schema()),
})) {}

/** A review of a pull request. */
export class Review extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "state", "html_url", "pull_request_url"),
  user: z.nullable(User.schema()),
  _links: z.looseObject({
    html: z.looseObject({ href: z.string() }),
    pull_request: z.looseObject({ href: z.string() }),
  }),
  body: z.nullable(z.string()),
  submitted_at: z.optional(z.nullable(z.string())),
  commit_id: z.nullable(z.string()),
  body_html: z.optional(z.string()),
  body_text: z.optional(z.string()),
  author_association: authorAssociation(),
})) {}
