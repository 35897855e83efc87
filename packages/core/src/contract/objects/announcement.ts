import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";

/** The announcement banner of an organization or enterprise. It stays if `expires_at` is null. */
export interface Announcement extends SchemaOutput<typeof announcementSchema> {}
const announcementSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    announcement: z.nullable(z.string()),
    expires_at: z.nullable(z.string()),
    user_dismissible: z.nullable(z.boolean()),
  }),
);
export const Announcement: NamedSchema<Announcement> = announcementSchema;
