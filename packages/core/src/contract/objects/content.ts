import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import {
  extensibleEnum,
  extensibleUnion,
  fieldsWith,
  type NamedSchema,
  namedObject,
  namedSchema,
  sensitive,
} from "../schema.ts";

const entryType = lazy(() => extensibleEnum("dir", "file", "submodule", "symlink"));

const entry = lazy(() => ({
  ...fieldsWith(z.string(), "name", "path", "sha", "url"),
  size: z.int(),
  ...fieldsWith(z.nullable(z.string()), "git_url", "html_url"),
  download_url: sensitive(z.nullable(z.string())),
  _links: z.looseObject({ ...fieldsWith(z.nullable(z.string()), "git", "html"), self: z.string() }),
}));

/** An entry of a directory. Before API version 2026-03-10 the type of a submodule is `file`. */
export class DirectoryEntry extends namedObject(() => ({
  type: entryType(),
  content: z.optional(z.string()),
  ...entry(),
})) {}

const file = lazy(() => ({
  ...fieldsWith(z.string(), "encoding", "content"),
  ...fieldsWith(z.optional(z.string()), "target", "submodule_git_url"),
  ...entry(),
}));

/** A file with its content. */
export class FileContent extends namedObject(() => ({ type: extensibleEnum("file"), ...file() })) {}

/** A single file, symlink or submodule. `encoding` is `none` if the file is too large. */
export type Content = NonNullable<InstanceType<typeof contentSchema>>;
const contentSchema = namedSchema(() =>
  extensibleUnion(
    "type",
    z.looseObject({ type: z.literal("file"), ...file() }),
    z.looseObject({ type: z.literal("symlink"), target: z.string(), ...entry() }),
    z.looseObject({ type: z.literal("submodule"), submodule_git_url: z.string(), ...entry() }),
  ),
);
export const Content: NamedSchema<Content> = contentSchema;

/** Any content as one object, for media type `object`. Directories include their entries. */
export class ContentTree extends namedObject(() => ({
  type: entryType(),
  content: z.optional(z.string()),
  encoding: z.optional(z.string()),
  entries: z.optional(z.array(z.looseObject({ type: entryType(), ...entry() }))),
  ...entry(),
})) {}

/** The commit that wrote or deleted a file, and the file. */
export class FileCommit extends namedObject(() => ({
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
})) {}
