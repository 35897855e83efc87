import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../schema.ts";

const summary = lazy(() => ({
  ...fieldsWith(
    z.string(),
    "login",
    "node_id",
    "url",
    "repos_url",
    "events_url",
    "hooks_url",
    "issues_url",
    "members_url",
    "public_members_url",
    "avatar_url",
  ),
  id: z.int(),
  description: z.nullable(z.string()),
}));

/** An organization in lists. */
export class Organization extends namedObject(summary) {}

/** The organization that owned a repository before its transfer. */
export class FormerOrganization extends namedObject(() => ({ ...summary(), html_url: z.optional(z.string()) })) {}

/** A single organization. */
export class OrganizationProfile extends namedObject(() => ({
  ...summary(),
  ...fieldsWith(z.string(), "html_url", "type", "created_at", "updated_at"),
  ...fieldsWith(z.int(), "public_repos", "public_gists", "followers", "following"),
  ...fieldsWith(
    z.optional(z.nullable(z.string())),
    "name",
    "company",
    "blog",
    "location",
    "email",
    "members_allowed_repository_creation_type",
    "twitter_username",
    "billing_email",
    "default_repository_permission",
    "default_repository_branch",
    "secret_scanning_push_protection_custom_link",
  ),
  ...fieldsWith(
    z.optional(z.boolean()),
    "is_verified",
    "members_can_create_public_repositories",
    "members_can_create_private_repositories",
    "members_can_create_internal_repositories",
    "members_can_create_pages",
    "members_can_create_public_pages",
    "members_can_create_private_pages",
    "members_can_delete_repositories",
    "members_can_change_repo_visibility",
    "members_can_invite_outside_collaborators",
    "members_can_delete_issues",
    "display_commenter_full_name_setting_enabled",
    "readers_can_create_discussions",
    "members_can_create_teams",
    "members_can_view_dependency_insights",
    "web_commit_signoff_required",
    "advanced_security_enabled_for_new_repositories",
    "updater_alerts_enabled_for_new_repositories",
    "updater_security_updates_enabled_for_new_repositories",
    "dependency_graph_enabled_for_new_repositories",
    "secret_scanning_enabled_for_new_repositories",
    "secret_scanning_push_protection_enabled_for_new_repositories",
    "secret_scanning_push_protection_custom_link_enabled",
    "deploy_keys_enabled_for_repositories",
  ),
  has_organization_projects: z.boolean(),
  has_repository_projects: z.boolean(),
  total_private_repos: z.optional(z.int()),
  owned_private_repos: z.optional(z.int()),
  private_gists: z.optional(z.nullable(z.int())),
  disk_usage: z.optional(z.nullable(z.int())),
  collaborators: z.optional(z.nullable(z.int())),
  plan: z.optional(
    z.looseObject({
      name: z.string(),
      space: z.int(),
      private_repos: z.int(),
      filled_seats: z.optional(z.int()),
      seats: z.optional(z.int()),
    }),
  ),
  members_can_create_repositories: z.optional(z.nullable(z.boolean())),
  two_factor_requirement_enabled: z.optional(z.nullable(z.boolean())),
  members_can_fork_private_repositories: z.optional(z.nullable(z.boolean())),
  archived_at: z.optional(z.nullable(z.string())),
})) {}
