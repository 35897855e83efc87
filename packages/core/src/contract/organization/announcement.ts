import type { PermissionLevel, Role } from "../access.ts";
import { ENTERPRISE_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import type { OperationAccess } from "../reads-and-writes.ts";
import { deleteBanner, getBanner, updateBanner } from "../shared/announcement.ts";

const access = (level: PermissionLevel, role: Role): OperationAccess => ({
  access: permissionAccess("organization_announcement_banners", level, [], { roles: [role] }),
  editions: ENTERPRISE_EDITIONS,
});

const BANNER_ACCESS = {
  read: access("read", "organization-member"),
  write: access("write", "organization-owner"),
};

/**
 * Gets the announcement banner of an organization. Members can also see the enterprise's, which is not included.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#get-announcement-banner-for-organization
 */
export const getAnnouncement = operation("GET /orgs/{org}/announcement", () => getBanner(BANNER_ACCESS));

/**
 * Sets the announcement banner; without `expires_at`, or with an empty one, it doesn't expire.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#set-announcement-banner-for-organization
 */
export const updateAnnouncement = operation("PATCH /orgs/{org}/announcement", () => updateBanner(BANNER_ACCESS));

/**
 * Removes the announcement banner.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/organizations#remove-announcement-banner-from-organization
 */
export const deleteAnnouncement = operation("DELETE /orgs/{org}/announcement", () => deleteBanner(BANNER_ACCESS));
