import * as z from "zod/mini";
import { allow, OPEN } from "../allow.ts";
import { OrganizationProfile } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { alike } from "../schema.ts";

/** One organization; its owners see more of it (public description). */
export const getOrganization = /* @__PURE__ */ operation("GET /orgs/{org}", () => ({
  success: { 200: OrganizationProfile() },
  otherStatuses: [404],
  access: OPEN,
  retry: "safe",
}));

const off = () => z._default(z.boolean(), false);
const on = () => z._default(z.boolean(), true);

/**
 * Change what an organization says of itself, and what its members may do (document 1, permission matrix; shape: public
 * description). `members_allowed_repository_creation_type` counts before `members_can_create_repositories`, and what names
 * a visibility before both. The code security of new repositories is on its way into configurations of its own.
 */
export const updateOrganization = /* @__PURE__ */ operation("PATCH /orgs/{org}", () => ({
  body: z.object({
    ...alike(
      z.optional(z.string()),
      "billing_email",
      "company",
      "email",
      "twitter_username",
      "location",
      "name",
      "description",
      "blog",
      "secret_scanning_push_protection_custom_link",
    ),
    ...alike(
      z.optional(z.boolean()),
      "has_organization_projects",
      "has_repository_projects",
      "members_can_create_internal_repositories",
      "members_can_create_private_repositories",
      "members_can_create_public_repositories",
      "advanced_security_enabled_for_new_repositories",
      "updater_alerts_enabled_for_new_repositories",
      "updater_security_updates_enabled_for_new_repositories",
      "dependency_graph_enabled_for_new_repositories",
      "secret_scanning_enabled_for_new_repositories",
      "secret_scanning_push_protection_enabled_for_new_repositories",
      "secret_scanning_push_protection_custom_link_enabled",
      "deploy_keys_enabled_for_repositories",
    ),
    default_repository_permission: z._default(z.enum(["read", "write", "admin", "none"]), "read"),
    members_allowed_repository_creation_type: z.optional(z.enum(["all", "private", "none"])),
    ...alike(
      on(),
      "members_can_create_repositories",
      "members_can_create_pages",
      "members_can_create_public_pages",
      "members_can_create_private_pages",
    ),
    ...alike(off(), "members_can_fork_private_repositories", "web_commit_signoff_required"),
  }),
  success: { 200: OrganizationProfile() },
  otherStatuses: [409, 422],
  access: allow("organization_administration", "write", ["admin:org", "repo"], { roles: ["organization-owner"] }),
  retry: "idempotent",
}));

/** Delete an organization with everything in it (document 1, permission matrix; shape: public description). */
export const deleteOrganization = /* @__PURE__ */ operation("DELETE /orgs/{org}", () => ({
  success: { 202: z.looseObject({}) },
  otherStatuses: [403, 404],
  access: allow("organization_administration", "write", ["admin:org"], { roles: ["organization-owner"] }),
  retry: "idempotent",
}));
