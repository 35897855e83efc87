import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { ChangedFile } from "./pull-request.ts";
import { User } from "./user.ts";
import { verification } from "./verification.ts";

/** A commit. Only a single one has counts and a page of the files that it changes. */
export class Commit extends namedObject(() => ({
  ...fieldsWith(z.string(), "sha", "node_id", "url", "html_url", "comments_url"),
  commit: z.looseObject({
    ...fieldsWith(z.string(), "url", "message"),
    ...fieldsWith(
      z.nullable(z.looseObject(fieldsWith(z.optional(z.string()), "name", "email", "date"))),
      "author",
      "committer",
    ),
    tree: z.looseObject(fieldsWith(z.string(), "sha", "url")),
    comment_count: z.int(),
    verification: z.optional(verification()),
  }),
  // An empty object or null if the address belongs to no user.
  ...fieldsWith(z.nullable(z.union([User.schema(), z.looseObject({})])), "author", "committer"),
  parents: z.array(
    z.looseObject({ ...fieldsWith(z.string(), "sha", "url"), ...fieldsWith(z.optional(z.string()), "html_url") }),
  ),
  stats: z.optional(z.looseObject(fieldsWith(z.optional(z.int()), "additions", "deletions", "total"))),
  files: z.optional(z.array(ChangedFile.schema())),
})) {}

/** The commits that a head has in addition to a base, and the files that they change. */
export class CommitComparison extends namedObject(() => ({
  ...fieldsWith(z.string(), "url", "html_url", "permalink_url", "diff_url", "patch_url"),
  ...fieldsWith(Commit.schema(), "base_commit", "merge_base_commit"),
  status: extensibleEnum("diverged", "ahead", "behind", "identical"),
  ...fieldsWith(z.int(), "ahead_by", "behind_by", "total_commits"),
  commits: z.array(Commit.schema()),
  files: z.optional(z.array(ChangedFile.schema())),
})) {}
