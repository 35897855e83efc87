import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { commentFields } from "./comment-fields.ts";

/** A comment on a line of a pull request's changes. `line` and `position` are null if the line has changed since. */
export class ReviewComment extends namedObject(() => ({
  ...commentFields(),
  ...fieldsWith(z.string(), "url", "pull_request_url", "path", "diff_hunk", "commit_id", "original_commit_id"),
  original_position: z.int(),
  in_reply_to_id: z.optional(z.int()),
  ...fieldsWith(z.nullable(z.int()), "position", "pull_request_review_id"),
  ...fieldsWith(z.optional(z.nullable(z.int())), "line", "start_line", "original_line", "original_start_line"),
  side: z.optional(extensibleEnum("LEFT", "RIGHT")),
  start_side: z.optional(z.nullable(extensibleEnum("LEFT", "RIGHT"))),
  subject_type: z.optional(extensibleEnum("line", "file")),
  _links: z.looseObject(fieldsWith(z.looseObject({ href: z.string() }), "self", "html", "pull_request")),
})) {}
