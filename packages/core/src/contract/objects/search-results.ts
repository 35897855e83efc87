import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";
import { textMatches } from "./text-matches.ts";
import { User } from "./user.ts";
import { userFields } from "./user-fields.ts";
import { verification } from "./verification.ts";

/** A file in search results. */
export class CodeSearchResult extends namedObject(() => ({
  ...fieldsWith(z.string(), "name", "path", "sha", "url", "git_url", "html_url"),
  repository: MinimalRepository.schema(),
  score: z.number(),
  file_size: z.optional(z.int()),
  language: z.optional(z.nullable(z.string())),
  last_modified_at: z.optional(z.string()),
  line_numbers: z.optional(z.array(z.string())),
  text_matches: textMatches(),
})) {}

/** A commit in search results. */
export class CommitSearchResult extends namedObject(() => ({
  ...fieldsWith(z.string(), "url", "sha", "node_id", "html_url", "comments_url"),
  commit: z.looseObject({
    ...fieldsWith(z.string(), "url", "message"),
    author: z.looseObject(fieldsWith(z.string(), "name", "email", "date")),
    committer: z.nullable(z.looseObject(fieldsWith(z.optional(z.string()), "name", "email", "date"))),
    tree: z.looseObject(fieldsWith(z.string(), "sha", "url")),
    comment_count: z.int(),
    verification: z.optional(verification()),
  }),
  author: z.nullable(User.schema()),
  // An empty object or null if the address belongs to no user.
  committer: z.nullable(z.union([User.schema(), z.looseObject({})])),
  parents: z.array(z.looseObject(fieldsWith(z.optional(z.string()), "url", "html_url", "sha"))),
  repository: MinimalRepository.schema(),
  score: z.number(),
  text_matches: textMatches(),
})) {}

/** A user or organization in search results. */
export class UserSearchResult extends namedObject(() => ({
  ...userFields(),
  score: z.number(),
  ...fieldsWith(z.optional(z.int()), "public_repos", "public_gists", "followers", "following"),
  ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
  ...fieldsWith(
    z.optional(z.nullable(z.string())),
    "name",
    "company",
    "blog",
    "location",
    "email",
    "bio",
    "suspended_at",
  ),
  hireable: z.optional(z.nullable(z.boolean())),
  text_matches: textMatches(),
})) {}
