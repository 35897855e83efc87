import type { Account } from "../state/accounts.ts";
import { countMembers } from "../state/memberships.ts";
import { organizationSettings } from "../state/organization-settings.ts";
import { countOutsiders, countOwned } from "../state/repository-lists.ts";
import type { World } from "../world.ts";
import { renderOrganization } from "./organization.ts";

/** An organization by itself (public description). */
export function renderOrganizationProfile(world: World, account: Account) {
  const { is_verified, has_organization_projects, has_repository_projects } = organizationSettings(
    world.db,
    account.id,
  );
  return {
    ...renderOrganization(world, account),
    ...{ is_verified, has_organization_projects, has_repository_projects },
    html_url: `${world.webUrl}/${account.login}`,
    type: account.type,
    ...told(account),
    twitter_username: account.twitter_username,
    public_repos: countOwned(world.db, account.id).public,
    public_gists: account.public_gists,
    followers: account.followers,
    following: account.following,
    created_at: account.created_at,
    updated_at: account.updated_at,
    archived_at: null,
  };
}

/** What it tells of itself: an organization leaves out what it doesn't say. */
function told({ name, company, blog, location, email }: Account) {
  return {
    ...(name === null ? {} : { name }),
    ...(company === null ? {} : { company }),
    ...(blog === null ? {} : { blog }),
    ...(location === null ? {} : { location }),
    ...(email === null ? {} : { email }),
  };
}

/** What members may do with every repository, as an organization says it. */
const BASE_PERMISSIONS = { none: "none", pull: "read", push: "write", admin: "admin" } as const;

/** The same for its owners: what it has, and how it is set up. */
export function renderOwnOrganization(world: World, account: Account) {
  const { db } = world;
  const { plan, ...settings } = organizationSettings(db, account.id);
  const owned = countOwned(db, account.id);
  const { members_can_create_public_repositories: open, members_can_create_private_repositories: closed } = settings;
  const { members_can_create_internal_repositories: internal } = settings;
  return {
    ...renderOrganizationProfile(world, account),
    ...settings,
    default_repository_permission: BASE_PERMISSIONS[account.base_permission],
    members_can_create_repositories: open || closed || internal,
    members_allowed_repository_creation_type: open ? "all" : closed ? "private" : "none",
    total_private_repos: owned.private,
    owned_private_repos: owned.private,
    disk_usage: owned.size,
    collaborators: countOutsiders(db, account.id),
    ...(plan ? { plan: { ...plan, filled_seats: countMembers(db, account.id) } } : {}),
  };
}
