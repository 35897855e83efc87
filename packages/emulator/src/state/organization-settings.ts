import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { readSetting, type SettingDefinition, writeSetting } from "./settings.ts";

const on = () => z._default(z.boolean(), true);
const off = () => z._default(z.boolean(), false);

/** Settings of an organization with GitHub's defaults. */
export const OrganizationSettings = z.object({
  billing_email: z._default(z.nullable(z.string()), null),
  is_verified: off(),
  has_organization_projects: on(),
  has_repository_projects: on(),
  default_repository_branch: z._default(z.string(), "main"),
  two_factor_requirement_enabled: off(),
  members_can_create_public_repositories: on(),
  members_can_create_private_repositories: on(),
  members_can_create_internal_repositories: off(),
  members_can_create_pages: on(),
  members_can_create_public_pages: on(),
  members_can_create_private_pages: on(),
  members_can_fork_private_repositories: off(),
  members_can_delete_repositories: on(),
  members_can_change_repo_visibility: on(),
  members_can_invite_outside_collaborators: on(),
  members_can_delete_issues: off(),
  members_can_create_teams: on(),
  members_can_view_dependency_insights: on(),
  display_commenter_full_name_setting_enabled: off(),
  readers_can_create_discussions: on(),
  web_commit_signoff_required: off(),
  advanced_security_enabled_for_new_repositories: off(),
  updater_alerts_enabled_for_new_repositories: off(),
  updater_security_updates_enabled_for_new_repositories: off(),
  dependency_graph_enabled_for_new_repositories: off(),
  secret_scanning_enabled_for_new_repositories: off(),
  secret_scanning_push_protection_enabled_for_new_repositories: off(),
  secret_scanning_push_protection_custom_link_enabled: off(),
  secret_scanning_push_protection_custom_link: z._default(z.nullable(z.string()), null),
  deploy_keys_enabled_for_repositories: on(),
  /** The organization's plan, if known. */
  plan: z.optional(z.object({ name: z.string(), space: z.int(), private_repos: z.int(), seats: z.int() })),
});
export type OrganizationSettings = z.output<typeof OrganizationSettings>;

const SETTING: SettingDefinition<OrganizationSettings> = { name: "organization", shape: OrganizationSettings };

export function setOrganizationSettings(db: Database, organizationId: number, settings: OrganizationSettings): void {
  writeSetting(db, SETTING, organizationId, settings);
}

export function organizationSettings(db: Database, organizationId: number): OrganizationSettings {
  return readSetting(db, SETTING, organizationId);
}
