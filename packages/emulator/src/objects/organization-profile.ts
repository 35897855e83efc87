import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { countMembers } from "../state/memberships.ts";
import { organizationSettings } from "../state/organization-settings.ts";
import { countOutsideCollaborators, ownedRepositoryTotals } from "../state/repository-lists.ts";
import { renderOrganization } from "./organization.ts";

/** Renders a single organization. */
export function renderOrganizationProfile(context: EmulatorContext, account: Account) {
  const { is_verified, has_organization_projects, has_repository_projects } = organizationSettings(
    context.db,
    account.id,
  );
  return {
    ...renderOrganization(context, account),
    is_verified,
    has_organization_projects,
    has_repository_projects,
    html_url: `${context.webUrl}/${account.login}`,
    type: account.type,
    ...profileFields(account),
    twitter_username: account.twitter_username,
    public_repos: ownedRepositoryTotals(context.db, account.id).public,
    public_gists: account.public_gists,
    followers: account.followers,
    following: account.following,
    created_at: account.created_at,
    updated_at: account.updated_at,
    archived_at: null,
  };
}

/** Returns the profile fields; empty ones are omitted. */
function profileFields({ name, company, blog, location, email }: Account) {
  return {
    ...(name === null ? {} : { name }),
    ...(company === null ? {} : { company }),
    ...(blog === null ? {} : { blog }),
    ...(location === null ? {} : { location }),
    ...(email === null ? {} : { email }),
  };
}

/** Base permission names in the API. */
const BASE_PERMISSIONS = { none: "none", pull: "read", push: "write", admin: "admin" } as const;

/** Renders an organization for its owners, with private counts and settings. */
export function renderOwnOrganization(context: EmulatorContext, account: Account) {
  const { db } = context;
  const { plan, ...settings } = organizationSettings(db, account.id);
  const owned = ownedRepositoryTotals(db, account.id);
  const {
    members_can_create_public_repositories: canCreatePublic,
    members_can_create_private_repositories: canCreatePrivate,
  } = settings;
  const { members_can_create_internal_repositories: canCreateInternal } = settings;
  return {
    ...renderOrganizationProfile(context, account),
    ...settings,
    default_repository_permission: BASE_PERMISSIONS[account.base_permission],
    members_can_create_repositories: canCreatePublic || canCreatePrivate || canCreateInternal,
    members_allowed_repository_creation_type: canCreatePublic ? "all" : canCreatePrivate ? "private" : "none",
    total_private_repos: owned.private,
    owned_private_repos: owned.private,
    private_gists: 0,
    disk_usage: owned.size,
    collaborators: countOutsideCollaborators(db, account.id),
    ...(plan ? { plan: { ...plan, filled_seats: countMembers(db, account.id) } } : {}),
  };
}
