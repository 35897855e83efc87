import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** An enterprise account: of an event, an app's owner or an app's installation. */
export class Enterprise extends namedObject(() => ({
  description: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.string(), "html_url", "node_id", "name", "slug", "avatar_url"),
  website_url: z.optional(z.nullable(z.string())),
  id: z.int(),
  created_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
})) {}
