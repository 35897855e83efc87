import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventLabel } from "../../objects/pull-request.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { commentFields } from "./comment-fields.ts";

/** A category of discussions. */
export interface DiscussionCategory extends SchemaOutput<typeof discussionCategorySchema> {}
const discussionCategorySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.int(), "id", "repository_id"),
    ...fieldsWith(z.string(), "name", "slug", "emoji", "description", "created_at", "updated_at"),
    is_answerable: z.boolean(),
    node_id: z.optional(z.string()),
  }),
);
export const DiscussionCategory: NamedSchema<DiscussionCategory> = discussionCategorySchema;

/** A discussion. */
export interface Discussion extends SchemaOutput<typeof discussionSchema> {}
const discussionSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.int(), "id", "number", "comments"),
    ...fieldsWith(z.string(), "node_id", "title", "body", "html_url", "repository_url", "created_at", "updated_at"),
    ...fieldsWith(z.nullable(EventUser()), "user", "answer_chosen_by"),
    author_association: authorAssociation(),
    category: DiscussionCategory(),
    state: extensibleEnum("open", "closed", "locked", "converting", "transferring"),
    state_reason: z.optional(z.nullable(extensibleEnum("resolved", "outdated", "duplicate", "reopened"))),
    locked: z.boolean(),
    ...fieldsWith(z.nullable(z.string()), "active_lock_reason", "answer_html_url", "answer_chosen_at"),
    timeline_url: z.optional(z.string()),
    labels: z.optional(z.array(EventLabel())),
    reactions: z.optional(Reactions()),
  }),
);
export const Discussion: NamedSchema<Discussion> = discussionSchema;

/** A comment on a discussion. `parent_id` is the comment that it replies to. */
export interface DiscussionComment extends SchemaOutput<typeof discussionCommentSchema> {}
const discussionCommentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...commentFields(),
    repository_url: z.string(),
    ...fieldsWith(z.int(), "discussion_id", "child_comment_count"),
    parent_id: z.nullable(z.int()),
  }),
);
export const DiscussionComment: NamedSchema<DiscussionComment> = discussionCommentSchema;
