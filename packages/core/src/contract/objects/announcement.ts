import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** The announcement banner of an organization or enterprise. It stays if `expires_at` is null. */
export class Announcement extends namedObject(() => ({
  announcement: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  user_dismissible: z.nullable(z.boolean()),
})) {}
