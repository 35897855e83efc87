import * as z from "zod/mini";
import { once } from "../once.ts";

/** The banner that an organization shows (document 2, Announcement banner). Without `expires_at` it stays. */
export interface Announcement extends z.output<ReturnType<typeof Announcement>> {}
export const Announcement = /* @__PURE__ */ once(() =>
  z.looseObject({
    announcement: z.nullable(z.string()),
    expires_at: z.nullable(z.string()),
    user_dismissible: z.nullable(z.boolean()),
  }),
);
