import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, extensibleUnion, fieldsWith, namedSchema, sensitive } from "../schema.ts";

const entryType = /* @__PURE__ */ lazy(() => extensibleEnum("dir", "file", "submodule", "symlink"));

const entry = /* @__PURE__ */ lazy(() => ({
  ...fieldsWith(z.string(), "name", "path", "sha", "url"),
  size: z.int(),
  ...fieldsWith(z.nullable(z.string()), "git_url", "html_url"),
  download_url: sensitive(z.nullable(z.string())),
  _links: z.looseObject({ ...fieldsWith(z.nullable(z.string()), "git", "html"), self: z.string() }),
}));

/** An entry of a directory. Before API version 2026-03-10 the type of a submodule is `file`. */
export interface DirectoryEntry extends SchemaOutput<typeof directoryEntrySchema> {}
const directoryEntrySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ type: entryType(), content: z.optional(z.string()), ...entry() }),
);
export const DirectoryEntry: NamedSchema<DirectoryEntry> = directoryEntrySchema;

/** A single file, symlink or submodule. `encoding` is `none` if the file is too large. */
export type Content = SchemaOutput<typeof contentSchema>;
const contentSchema = /* @__PURE__ */ namedSchema(() =>
  extensibleUnion(
    "type",
    z.looseObject({
      type: z.literal("file"),
      ...fieldsWith(z.string(), "encoding", "content"),
      ...fieldsWith(z.optional(z.string()), "target", "submodule_git_url"),
      ...entry(),
    }),
    z.looseObject({ type: z.literal("symlink"), target: z.string(), ...entry() }),
    z.looseObject({ type: z.literal("submodule"), submodule_git_url: z.string(), ...entry() }),
  ),
);
export const Content: NamedSchema<Content> = contentSchema;

/** Any content as one object, for media type `object`. Directories include their entries. */
export interface ContentTree extends SchemaOutput<typeof contentTreeSchema> {}
const contentTreeSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    type: entryType(),
    content: z.optional(z.string()),
    encoding: z.optional(z.string()),
    entries: z.optional(z.array(z.looseObject({ type: entryType(), ...entry() }))),
    ...entry(),
  }),
);
export const ContentTree: NamedSchema<ContentTree> = contentTreeSchema;

/** The commit that wrote or deleted a file, and the file. */
export interface FileCommit extends SchemaOutput<typeof fileCommitSchema> {}
const fileCommitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    content: z.nullable(
      z.looseObject({
        ...fieldsWith(z.optional(z.string()), "name", "path", "sha", "url", "html_url", "git_url", "type"),
        download_url: z.optional(sensitive(z.string())),
        size: z.optional(z.int()),
        _links: z.optional(z.looseObject(fieldsWith(z.optional(z.string()), "self", "git", "html"))),
      }),
    ),
    commit: z.looseObject({
      ...fieldsWith(z.optional(z.string()), "sha", "node_id", "url", "html_url", "message"),
      ...fieldsWith(
        z.optional(z.looseObject(fieldsWith(z.optional(z.string()), "date", "name", "email"))),
        "author",
        "committer",
      ),
      tree: z.optional(z.looseObject(fieldsWith(z.optional(z.string()), "url", "sha"))),
      parents: z.optional(z.array(z.looseObject(fieldsWith(z.optional(z.string()), "url", "html_url", "sha")))),
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
export const FileCommit: NamedSchema<FileCommit> = fileCommitSchema;
