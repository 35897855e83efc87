import * as z from "zod/mini";
import { authorAssociation } from "../../objects/author-association.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventLabel } from "../../objects/pull-request.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { commentFields } from "./comment-fields.ts";

/** A category of discussions. */
export class DiscussionCategory extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "repository_id"),
  ...fieldsWith(z.string(), "name", "slug", "emoji", "description", "created_at", "updated_at"),
  is_answerable: z.boolean(),
  node_id: z.optional(z.string()),
})) {}

/** A discussion. */
export class Discussion extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "number", "comments"),
  ...fieldsWith(z.string(), "node_id", "title", "body", "html_url", "repository_url", "created_at", "updated_at"),
  ...fieldsWith(z.nullable(EventUser.schema()), "user", "answer_chosen_by"),
  author_association: authorAssociation(),
  category: DiscussionCategory.schema(),
  state: extensibleEnum("open", "closed", "locked", "converting", "transferring"),
  state_reason: z.optional(z.nullable(extensibleEnum("resolved", "outdated", "duplicate", "reopened"))),
  locked: z.boolean(),
  ...fieldsWith(z.nullable(z.string()), "active_lock_reason", "answer_html_url", "answer_chosen_at"),
  timeline_url: z.optional(z.string()),
  labels: z.optional(z.array(EventLabel.schema())),
  reactions: z.optional(Reactions.schema()),
})) {}

/** A comment on a discussion. `parent_id` is the comment that it replies to. */
export class DiscussionComment extends namedObject(() => ({
  ...commentFields(),
  repository_url: z.string(),
  ...fieldsWith(z.int(), "discussion_id", "child_comment_count"),
  parent_id: z.nullable(z.int()),
})) {}
