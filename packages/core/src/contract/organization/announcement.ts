import * as z from "zod/mini";
import type { PermissionLevel } from "../access.ts";
import { ENTERPRISE_EDITIONS } from "../edition.ts";
import { timestamp } from "../fields.ts";
import { Announcement } from "../objects/announcement.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";

const access = (level: PermissionLevel) =>
  permissionAccess("organization_announcement_banners", level, [], { roles: ["organization-owner"] });

/**
 * Gets the announcement banner of an organization; members can also see the enterprise's banner.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#get-announcement-banner-for-organization
 */
export const getAnnouncement = /* @__PURE__ */ operation("GET /orgs/{org}/announcement", () => ({
  success: { 200: Announcement() },
  access: access("read"),
  retry: "safe",
  editions: ENTERPRISE_EDITIONS,
}));

/**
 * Sets the announcement banner; without `expires_at`, or with an empty one, it doesn't expire.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#set-announcement-banner-for-organization
 */
export const updateAnnouncement = /* @__PURE__ */ operation("PATCH /orgs/{org}/announcement", () => ({
  body: z.object({
    announcement: z.nullable(z.string()),
    expires_at: z.optional(z.nullable(z.union([z.literal(""), timestamp()]))),
    user_dismissible: z._default(z.nullable(z.boolean()), false),
  }),
  success: { 200: Announcement() },
  access: access("write"),
  retry: "idempotent",
  editions: ENTERPRISE_EDITIONS,
}));

/**
 * Removes the announcement banner.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#remove-announcement-banner-from-organization
 */
export const deleteAnnouncement = /* @__PURE__ */ operation("DELETE /orgs/{org}/announcement", () => ({
  success: { 204: undefined },
  access: access("write"),
  retry: "idempotent",
  editions: ENTERPRISE_EDITIONS,
}));
