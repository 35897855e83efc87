import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";

/** The banner that an organization shows (document 2, Announcement banner). Without `expires_at` it stays. */
export interface Announcement extends OutputOf<typeof announcementSchema> {}
const announcementSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    announcement: z.nullable(z.string()),
    expires_at: z.nullable(z.string()),
    user_dismissible: z.nullable(z.boolean()),
  }),
);
export const Announcement: Named<Announcement> = announcementSchema;
