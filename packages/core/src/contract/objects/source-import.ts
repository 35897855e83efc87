import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/**
 * A source import and its progress; source imports are retired. The public documentation names the progress `percent`,
 * the public API description `import_percent`.
 */
export class SourceImport extends namedObject(() => ({
  vcs: z.nullable(z.string()),
  /** The public documentation uses strings, the public API description a boolean. */
  use_lfs: z.optional(z.union([extensibleEnum("opt_in", "opt_out", "undecided"), z.boolean()])),
  ...fieldsWith(z.string(), "vcs_url", "url", "html_url", "authors_url", "repository_url"),
  ...fieldsWith(z.optional(z.string()), "svc_root", "tfvc_project", "message", "svn_root"),
  status: extensibleEnum(
    "auth",
    "error",
    "none",
    "detecting",
    "choose",
    "auth_failed",
    "importing",
    "mapping",
    "waiting_to_push",
    "pushing",
    "complete",
    "setup",
    "unknown",
    "detection_found_multiple",
    "detection_found_nothing",
    "detection_needs_auth",
  ),
  status_text: z.optional(z.nullable(z.string())),
  failed_step: z.optional(z.nullable(z.string())),
  error_message: z.optional(z.nullable(z.string())),
  ...fieldsWith(
    z.optional(z.nullable(z.int())),
    "percent",
    "import_percent",
    "commit_count",
    "push_percent",
    "authors_count",
  ),
  has_large_files: z.optional(z.boolean()),
  /** In gigabytes. */
  large_files_size: z.optional(z.number()),
  large_files_count: z.optional(z.int()),
  project_choices: z.optional(
    z.array(
      z.looseObject({
        vcs: z.optional(z.string()),
        tfvc_project: z.optional(z.string()),
        human_name: z.optional(z.string()),
      }),
    ),
  ),
})) {}

/** An author of commits in the imported repository. */
export class ImportAuthor extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "remote_id", "remote_name", "email", "name", "url", "import_url"),
})) {}

/** A file above 100 MB found by an import. */
export class ImportLargeFile extends namedObject(() => ({
  ref_name: z.string(),
  path: z.string(),
  oid: z.string(),
  size: z.int(),
})) {}
