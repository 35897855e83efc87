import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";

// Fields of pull requests, shared by responses and events.

/** Fields of every pull request object. */
export const pullRequestFields = lazy(() => ({
  ...fieldsWith(
    z.string(),
    "url",
    "node_id",
    "html_url",
    "diff_url",
    "patch_url",
    "issue_url",
    "commits_url",
    "review_comments_url",
    "review_comment_url",
    "comments_url",
    "statuses_url",
    "title",
    "created_at",
    "updated_at",
  ),
  ...fieldsWith(z.int(), "id", "number"),
  state: extensibleEnum("open", "closed"),
  locked: z.boolean(),
  ...fieldsWith(z.nullable(z.string()), "body", "closed_at", "merged_at"),
  author_association: authorAssociation(),
}));

/** Further fields of a single pull request. */
export const pullRequestCounts = lazy(() => ({
  ...fieldsWith(z.int(), "comments", "review_comments", "commits", "additions", "deletions", "changed_files"),
  ...fieldsWith(z.boolean(), "merged", "maintainer_can_modify"),
  mergeable_state: z.string(),
}));
