import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventUser } from "../../objects/user.ts";
import { alike, named } from "../../schema.ts";

/** A comment on a commit, or on a line of what it changed (public description). */
export interface CommitComment extends OutputOf<typeof commitCommentSchema> {}
const commitCommentSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "url", "html_url", "body", "commit_id", "created_at", "updated_at"),
    user: z.nullable(EventUser()),
    author_association: authorAssociation(),
    path: z.nullable(z.string()),
    ...alike(z.nullable(z.int()), "line", "position"),
    reactions: z.optional(Reactions()),
  }),
);
export const CommitComment: Named<CommitComment> = commitCommentSchema;
