import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";
import { MinimalRepository } from "./repository.ts";

/** A notification thread: what the caller is notified of about one issue, pull request or other subject. */
export interface Thread extends SchemaOutput<typeof threadSchema> {}
const threadSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "id", "reason", "updated_at", "url", "subscription_url"),
    repository: MinimalRepository(),
    subject: z.looseObject(fieldsWith(z.string(), "title", "url", "latest_comment_url", "type")),
    unread: z.boolean(),
    last_read_at: z.nullable(z.string()),
  }),
);
export const Thread: NamedSchema<Thread> = threadSchema;
