import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";

/** A notification thread: what the caller is notified of about one issue, pull request or other subject. */
export class Thread extends namedObject(() => ({
  ...fieldsWith(z.string(), "id", "reason", "updated_at", "url", "subscription_url"),
  repository: MinimalRepository.schema(),
  subject: z.looseObject(fieldsWith(z.string(), "title", "url", "latest_comment_url", "type")),
  unread: z.boolean(),
  last_read_at: z.nullable(z.string()),
})) {}
