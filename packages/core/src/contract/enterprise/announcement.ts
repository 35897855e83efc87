import type { Role, Scope } from "../access.ts";
import { operation } from "../operation.ts";
import type { OperationAccess } from "../reads-and-writes.ts";
import { deleteBanner, getBanner, updateBanner } from "../shared/announcement.ts";

/** Fine-grained and app tokens are rejected (source: docs). */
const access = (scope: Scope, role: Role): OperationAccess => ({
  access: { tokens: ["classic", "oauth"], requirements: [[{ scope, source: "assumed" }]], roles: [role] },
  editions: ["enterprise-cloud"],
});

const BANNER_ACCESS = {
  read: access("read:enterprise", "enterprise-member"),
  write: access("admin:enterprise", "enterprise-owner"),
};

/**
 * Gets the announcement banner of an enterprise, which all members of its organizations can see.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/enterprises#get-announcement-banner-for-enterprise
 */
export const getEnterpriseAnnouncement = operation("GET /enterprises/{enterprise}/announcement", () =>
  getBanner(BANNER_ACCESS),
);

/**
 * Sets the announcement banner; without `expires_at`, or with an empty one, it doesn't expire.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/enterprises#set-announcement-banner-for-enterprise
 */
export const updateEnterpriseAnnouncement = operation("PATCH /enterprises/{enterprise}/announcement", () =>
  updateBanner(BANNER_ACCESS),
);

/**
 * Removes the announcement banner.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/announcement-banners/enterprises#remove-announcement-banner-from-enterprise
 */
export const deleteEnterpriseAnnouncement = operation("DELETE /enterprises/{enterprise}/announcement", () =>
  deleteBanner(BANNER_ACCESS),
);
