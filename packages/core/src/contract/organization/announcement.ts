import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { ENTERPRISE } from "../edition.ts";
import { time } from "../fields.ts";
import { Announcement } from "../objects/announcement.ts";
import { operation } from "../operation.ts";

const access = (level: Level) =>
  allow("organization_announcement_banners", level, [], { roles: ["organization-owner"] });

/** The banner of an organization; members may see one of the enterprise too (document 2, Announcement banner). */
export const getAnnouncement = /* @__PURE__ */ operation("GET /orgs/{org}/announcement", () => ({
  success: { 200: Announcement() },
  access: access("read"),
  retry: "safe",
  editions: ENTERPRISE,
}));

/** Set the banner; without `expires_at`, or with an empty one, it stays (document 2, Announcement banner). */
export const updateAnnouncement = /* @__PURE__ */ operation("PATCH /orgs/{org}/announcement", () => ({
  body: z.object({
    announcement: z.nullable(z.string()),
    expires_at: z.optional(z.nullable(z.union([z.literal(""), time()]))),
    user_dismissible: z._default(z.nullable(z.boolean()), false),
  }),
  success: { 200: Announcement() },
  access: access("write"),
  retry: "idempotent",
  editions: ENTERPRISE,
}));

/** Take the banner down (document 2, Announcement banner). */
export const deleteAnnouncement = /* @__PURE__ */ operation("DELETE /orgs/{org}/announcement", () => ({
  success: { 204: undefined },
  access: access("write"),
  retry: "idempotent",
  editions: ENTERPRISE,
}));
