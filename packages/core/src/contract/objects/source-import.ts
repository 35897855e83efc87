import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

/** A retired source import and how far it got (document 3). `percent` is the documents' name, `import_percent` the public one. */
export interface SourceImport extends OutputOf<typeof sourceImportSchema> {}
const sourceImportSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    vcs: z.nullable(z.string()),
    /** Document 3 says in words what the public description says in yes and no. */
    use_lfs: z.optional(z.union([open("opt_in", "opt_out", "undecided"), z.boolean()])),
    ...alike(z.string(), "vcs_url", "url", "html_url", "authors_url", "repository_url"),
    ...alike(z.optional(z.string()), "svc_root", "tfvc_project", "message", "svn_root"),
    status: open(
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
    ...alike(
      z.optional(z.nullable(z.int())),
      "percent",
      "import_percent",
      "commit_count",
      "push_percent",
      "authors_count",
    ),
    has_large_files: z.optional(z.boolean()),
    /** Gigabytes. */
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
  }),
);
export const SourceImport: Named<SourceImport> = sourceImportSchema;

/** Somebody who committed to what was imported (public description). */
export interface ImportAuthor extends OutputOf<typeof importAuthorSchema> {}
const importAuthorSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "remote_id", "remote_name", "email", "name", "url", "import_url"),
  }),
);
export const ImportAuthor: Named<ImportAuthor> = importAuthorSchema;

/** A file of more than 100 MB that an import found (public description). */
export interface ImportLargeFile extends OutputOf<typeof importLargeFileSchema> {}
const importLargeFileSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ ref_name: z.string(), path: z.string(), oid: z.string(), size: z.int() }),
);
export const ImportLargeFile: Named<ImportLargeFile> = importLargeFileSchema;
