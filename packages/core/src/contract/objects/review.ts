import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Users and teams whose review is requested and not yet given. */
export interface RequestedReviewers extends SchemaOutput<typeof requestedReviewersSchema> {}
const requestedReviewersSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ users: z.array(User()), teams: z.array(Team()) }),
);
export const RequestedReviewers: NamedSchema<RequestedReviewers> = requestedReviewersSchema;

/** A review of a pull request. */
export interface Review extends SchemaOutput<typeof reviewSchema> {}
const reviewSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "state", "html_url", "pull_request_url"),
    user: z.nullable(User()),
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
  }),
);
export const Review: NamedSchema<Review> = reviewSchema;
