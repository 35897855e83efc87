import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** Location of a secret: a file of a commit, or a text of an issue, discussion or pull request. */
export class SecretLocation extends namedObject(() => ({
  type: z.optional(
    extensibleEnum(
      "commit",
      "wiki_commit",
      "issue_title",
      "issue_body",
      "issue_comment",
      "discussion_title",
      "discussion_body",
      "discussion_comment",
      "pull_request_title",
      "pull_request_body",
      "pull_request_comment",
      "pull_request_review",
      "pull_request_review_comment",
    ),
  ),
  // The fields depend on the type.
  details: z.optional(
    z.looseObject({
      ...fieldsWith(
        z.optional(z.string()),
        "path",
        "blob_sha",
        "blob_url",
        "commit_sha",
        "commit_url",
        "page_url",
        "issue_title_url",
        "issue_body_url",
        "issue_comment_url",
        "discussion_title_url",
        "discussion_body_url",
        "discussion_comment_url",
        "pull_request_title_url",
        "pull_request_body_url",
        "pull_request_comment_url",
        "pull_request_review_url",
        "pull_request_review_comment_url",
      ),
      ...fieldsWith(z.optional(z.number()), "start_line", "end_line", "start_column", "end_column"),
    }),
  ),
})) {}
