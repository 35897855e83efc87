import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../../schema.ts";
import { commentFields } from "./comment-fields.ts";

/** A comment on a commit, or on a line that it changed. */
export class CommitComment extends namedObject(() => ({
  ...commentFields(),
  ...fieldsWith(z.string(), "url", "commit_id"),
  path: z.nullable(z.string()),
  ...fieldsWith(z.nullable(z.int()), "line", "position"),
})) {}
