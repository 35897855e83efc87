import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";
import { User } from "./user.ts";

/** An invitation to collaborate on a repository. */
export class RepositoryInvitation extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "url", "html_url", "created_at"),
  repository: MinimalRepository.schema(),
  ...fieldsWith(z.nullable(User.schema()), "invitee", "inviter"),
  permissions: extensibleEnum("read", "write", "admin", "triage", "maintain"),
  expired: z.optional(z.boolean()),
})) {}
