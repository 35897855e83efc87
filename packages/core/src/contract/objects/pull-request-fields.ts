import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { alike, open } from "../schema.ts";
import { authorAssociation } from "./author-association.ts";

// What pull requests are, in answers and in events alike.

/** What every object of a pull request has. */
export const pullRequestFields = /* @__PURE__ */ lazy(() => ({
  ...alike(
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
  ...alike(z.int(), "id", "number"),
  state: open("open", "closed"),
  locked: z.boolean(),
  ...alike(z.nullable(z.string()), "body", "closed_at", "merged_at"),
  author_association: authorAssociation(),
}));

/** What a pull request by itself has beside. */
export const pullRequestCounts = /* @__PURE__ */ lazy(() => ({
  ...alike(z.int(), "comments", "review_comments", "commits", "additions", "deletions", "changed_files"),
  ...alike(z.boolean(), "merged", "maintainer_can_modify"),
  mergeable_state: z.string(),
}));
