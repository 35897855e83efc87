import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { EventUser } from "../../objects/user.ts";
import { alike, named, open } from "../../schema.ts";

/** A review as events carry it (public description). */
export interface EventReview extends OutputOf<typeof eventReviewSchema> {}
const eventReviewSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "html_url", "pull_request_url", "commit_id"),
    state: open("approved", "changes_requested", "commented", "dismissed"),
    ...alike(z.nullable(z.string()), "body", "submitted_at"),
    updated_at: z.optional(z.nullable(z.string())),
    user: z.nullable(EventUser()),
    author_association: authorAssociation(),
    _links: z.looseObject(alike(z.looseObject({ href: z.string() }), "html", "pull_request")),
  }),
);
export const EventReview: Named<EventReview> = eventReviewSchema;
