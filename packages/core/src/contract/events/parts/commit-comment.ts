import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";
import { commentFields } from "./comment-fields.ts";

/** A comment on a commit, or on a line that it changed. */
export interface CommitComment extends SchemaOutput<typeof commitCommentSchema> {}
const commitCommentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...commentFields(),
    ...fieldsWith(z.string(), "url", "commit_id"),
    path: z.nullable(z.string()),
    ...fieldsWith(z.nullable(z.int()), "line", "position"),
  }),
);
export const CommitComment: NamedSchema<CommitComment> = commitCommentSchema;
