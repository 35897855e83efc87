import * as z from "zod/mini";
import { authorAssociation } from "../../objects/author-association.ts";
import { Reactions } from "../../objects/issue.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith } from "../../schema.ts";

/** Fields of every comment in event payloads. */
export const commentFields = () => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "html_url", "body", "created_at", "updated_at"),
  user: z.nullable(EventUser.schema()),
  author_association: authorAssociation(),
  reactions: z.optional(Reactions.schema()),
});
