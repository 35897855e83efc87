import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../schema.ts";
import { verification } from "./verification.ts";

const signature = lazy(() => z.looseObject(fieldsWith(z.string(), "date", "email", "name")));

const target = lazy(() => z.looseObject(fieldsWith(z.string(), "type", "sha", "url")));

/** A branch, tag or other reference by its full name, `refs/heads/main`, and the object that it points to. */
export class GitRef extends namedObject(() => ({
  ...fieldsWith(z.string(), "ref", "node_id", "url"),
  object: target(),
})) {}

/** The content of a file, as git stores it. */
export class GitBlob extends namedObject(() => ({
  ...fieldsWith(z.string(), "content", "encoding", "url", "sha", "node_id"),
  size: z.nullable(z.int()),
  highlighted_content: z.optional(z.string()),
})) {}

/** A blob that was created. */
export class CreatedBlob extends namedObject(() => fieldsWith(z.string(), "url", "sha")) {}

/** A tree: the entries of a directory. `truncated` is set if it has more entries than the service returns. */
export class GitTree extends namedObject(() => ({
  sha: z.string(),
  url: z.optional(z.string()),
  truncated: z.boolean(),
  tree: z.array(
    z.looseObject({
      ...fieldsWith(z.string(), "path", "mode", "type", "sha"),
      size: z.optional(z.int()),
      url: z.optional(z.string()),
    }),
  ),
})) {}

/** A commit, as git stores it. */
export class GitCommit extends namedObject(() => ({
  ...fieldsWith(z.string(), "sha", "node_id", "url", "html_url", "message"),
  ...fieldsWith(signature(), "author", "committer"),
  tree: z.looseObject(fieldsWith(z.string(), "sha", "url")),
  parents: z.array(z.looseObject(fieldsWith(z.string(), "sha", "url", "html_url"))),
  verification: verification(),
})) {}

/** An annotated tag, as git stores it. The reference of a tag points to it. */
export class GitTag extends namedObject(() => ({
  ...fieldsWith(z.string(), "node_id", "tag", "sha", "url", "message"),
  tagger: signature(),
  object: target(),
  verification: z.optional(verification()),
})) {}
