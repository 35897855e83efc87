import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, kinds, named, open, sensitive } from "../schema.ts";

const entryType = /* @__PURE__ */ lazy(() => open("dir", "file", "submodule", "symlink"));

const entry = /* @__PURE__ */ lazy(() => ({
  ...alike(z.string(), "name", "path", "sha", "url"),
  size: z.int(),
  ...alike(z.nullable(z.string()), "git_url", "html_url"),
  download_url: sensitive(z.nullable(z.string())),
  _links: z.looseObject({ ...alike(z.nullable(z.string()), "git", "html"), self: z.string() }),
}));

/** One entry of a directory; a submodule's type is `file` before API version 2026-03-10 (document 3, Repository content entry). */
export interface DirectoryEntry extends OutputOf<typeof directoryEntrySchema> {}
const directoryEntrySchema = /* @__PURE__ */ named(() =>
  z.looseObject({ type: entryType(), content: z.optional(z.string()), ...entry() }),
);
export const DirectoryEntry: Named<DirectoryEntry> = directoryEntrySchema;

/** A file, a symlink or a submodule by itself (document 3, Repository content entry). `encoding` is `none` where it is too large. */
export type Content = OutputOf<typeof contentSchema>;
const contentSchema = /* @__PURE__ */ named(() =>
  kinds(
    "type",
    z.looseObject({
      type: z.literal("file"),
      ...alike(z.string(), "encoding", "content"),
      ...alike(z.optional(z.string()), "target", "submodule_git_url"),
      ...entry(),
    }),
    z.looseObject({ type: z.literal("symlink"), target: z.string(), ...entry() }),
    z.looseObject({ type: z.literal("submodule"), submodule_git_url: z.string(), ...entry() }),
  ),
);
export const Content: Named<Content> = contentSchema;

/** Anything at a path as one object, a directory with its entries (document 3, Repository contents: object media type). */
export interface ContentTree extends OutputOf<typeof contentTreeSchema> {}
const contentTreeSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    type: entryType(),
    content: z.optional(z.string()),
    encoding: z.optional(z.string()),
    entries: z.optional(z.array(z.looseObject({ type: entryType(), ...entry() }))),
    ...entry(),
  }),
);
export const ContentTree: Named<ContentTree> = contentTreeSchema;

/** The commit that wrote or deleted a file, and the file (document 3, Repository contents). */
export interface FileCommit extends OutputOf<typeof fileCommitSchema> {}
const fileCommitSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    content: z.nullable(
      z.looseObject({
        ...alike(z.optional(z.string()), "name", "path", "sha", "url", "html_url", "git_url", "type"),
        download_url: z.optional(sensitive(z.string())),
        size: z.optional(z.int()),
        _links: z.optional(z.looseObject(alike(z.optional(z.string()), "self", "git", "html"))),
      }),
    ),
    commit: z.looseObject({
      ...alike(z.optional(z.string()), "sha", "node_id", "url", "html_url", "message"),
      ...alike(
        z.optional(z.looseObject(alike(z.optional(z.string()), "date", "name", "email"))),
        "author",
        "committer",
      ),
      tree: z.optional(z.looseObject(alike(z.optional(z.string()), "url", "sha"))),
      parents: z.optional(z.array(z.looseObject(alike(z.optional(z.string()), "url", "html_url", "sha")))),
      verification: z.optional(
        z.looseObject({
          verified: z.optional(z.boolean()),
          reason: z.optional(z.string()),
          signature: z.optional(z.nullable(z.string())),
          payload: z.optional(z.nullable(z.string())),
          verified_at: z.optional(z.nullable(z.string())),
        }),
      ),
    }),
  }),
);
export const FileCommit: Named<FileCommit> = fileCommitSchema;
