import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Who is asked for a review and has not given one yet (document 3, Review requests). */
export interface RequestedReviewers extends OutputOf<typeof requestedReviewersSchema> {}
const requestedReviewersSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ users: z.array(User()), teams: z.array(Team()) }),
);
export const RequestedReviewers: Named<RequestedReviewers> = requestedReviewersSchema;

/** A review of a pull request (public description). */
export interface Review extends OutputOf<typeof reviewSchema> {}
const reviewSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "state", "html_url", "pull_request_url"),
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
export const Review: Named<Review> = reviewSchema;
