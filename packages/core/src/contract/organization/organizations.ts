import * as z from "zod/mini";
import { OrganizationProfile } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { PUBLIC_ACCESS, permissionAccess } from "../permission-access.ts";
import { fieldsWith } from "../schema.ts";

/**
 * Gets an organization; owners see more fields.
 * @see https://docs.github.com/rest/orgs/orgs#get-an-organization
 */
export const getOrganization = operation("GET /orgs/{org}", () => ({
  success: { 200: OrganizationProfile.schema() },
  otherStatuses: [404],
  access: PUBLIC_ACCESS,
  retry: "safe",
}));

const defaultFalse = () => z._default(z.boolean(), false);
const defaultTrue = () => z._default(z.boolean(), true);

/**
 * Updates an organization's profile and its member permissions. `members_allowed_repository_creation_type` takes
 * precedence over `members_can_create_repositories`, and the fields that name a visibility over both. The code security
 * defaults for new repositories are being replaced by code security configurations.
 * @see https://docs.github.com/rest/orgs/orgs#update-an-organization
 */
export const updateOrganization = operation("PATCH /orgs/{org}", () => ({
  body: z.object({
    ...fieldsWith(
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
    ...fieldsWith(
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
    ...fieldsWith(
      defaultTrue(),
      "members_can_create_repositories",
      "members_can_create_pages",
      "members_can_create_public_pages",
      "members_can_create_private_pages",
    ),
    ...fieldsWith(defaultFalse(), "members_can_fork_private_repositories", "web_commit_signoff_required"),
  }),
  success: { 200: OrganizationProfile.schema() },
  otherStatuses: [409, 422],
  access: permissionAccess("organization_administration", "write", ["admin:org", "repo"], {
    roles: ["organization-owner"],
  }),
  retry: "idempotent",
}));

/**
 * Deletes an organization with all its content.
 * @see https://docs.github.com/rest/orgs/orgs#delete-an-organization
 */
export const deleteOrganization = operation("DELETE /orgs/{org}", () => ({
  success: { 202: z.looseObject({}) },
  otherStatuses: [403, 404],
  access: permissionAccess("organization_administration", "write", [[{ scope: "admin:org", source: "recording" }]], {
    roles: ["organization-owner"],
  }),
  retry: "idempotent",
}));
