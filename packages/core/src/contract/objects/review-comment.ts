import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";
import { Reactions } from "./issue.ts";
import { User } from "./user.ts";

const commentFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(
    z.string(),
    "url",
    "node_id",
    "diff_hunk",
    "path",
    "commit_id",
    "original_commit_id",
    "body",
    "created_at",
    "updated_at",
    "html_url",
    "pull_request_url",
  ),
  pull_request_review_id: z.nullable(z.int()),
  position: z.optional(z.nullable(z.int())),
  original_position: z.optional(z.int()),
  in_reply_to_id: z.optional(z.int()),
  user: z.nullable(User.schema()),
  author_association: authorAssociation(),
  _links: z.looseObject(fieldsWith(z.looseObject({ href: z.string() }), "self", "html", "pull_request")),
  ...fieldsWith(z.optional(z.nullable(z.int())), "start_line", "original_start_line", "line", "original_line"),
  start_side: z.optional(z.nullable(extensibleEnum("LEFT", "RIGHT"))),
  side: z.optional(extensibleEnum("LEFT", "RIGHT")),
  subject_type: z.optional(extensibleEnum("line", "file")),
  reactions: z.optional(Reactions.schema()),
  ...fieldsWith(z.optional(z.string()), "body_html", "body_text"),
}));

/** A comment on a line or a file of a pull request. `line` and `position` are null if the line has changed since. */
export class PullRequestReviewComment extends namedObject(commentFields) {}

/** A comment in the list of a review's comments, which always has its position in the changes. */
export class CommentOfReview extends namedObject(() => ({
  ...commentFields(),
  position: z.nullable(z.int()),
  original_position: z.int(),
})) {}
