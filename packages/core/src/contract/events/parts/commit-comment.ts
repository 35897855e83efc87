import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** A comment on a commit, or on a line that it changed. */
export interface CommitComment extends SchemaOutput<typeof commitCommentSchema> {}
const commitCommentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "url", "html_url", "body", "commit_id", "created_at", "updated_at"),
    user: z.nullable(EventUser()),
    author_association: authorAssociation(),
    path: z.nullable(z.string()),
    ...fieldsWith(z.nullable(z.int()), "line", "position"),
    reactions: z.optional(Reactions()),
  }),
);
export const CommitComment: NamedSchema<CommitComment> = commitCommentSchema;
