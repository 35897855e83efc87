import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { countMembers } from "../state/memberships.ts";
import { type OrganizationSettings, organizationSettings } from "../state/organization-settings.ts";
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
  const { plan: _, ...settings } = organizationSettings(db, account.id);
  return {
    ...renderOrganizationProfile(context, account),
    ...settings,
    ...sharedWithMembers(context, account),
    default_repository_permission: BASE_PERMISSIONS[account.base_permission],
    private_gists: 0,
    disk_usage: ownedRepositoryTotals(db, account.id).size,
    collaborators: countOutsideCollaborators(db, account.id),
  };
}

/** Renders an organization for its members: what only owners see is null or missing (source: recorded). */
export function renderMemberOrganization(context: EmulatorContext, account: Account) {
  const settings = organizationSettings(context.db, account.id);
  return {
    ...renderOrganizationProfile(context, account),
    ...sharedWithMembers(context, account),
    ...pick(settings, MEMBER_SETTINGS),
    default_repository_permission: null,
    private_gists: null,
    disk_usage: null,
    collaborators: null,
    billing_email: null,
    two_factor_requirement_enabled: null,
  };
}

/** Settings that members see, apart from {@link sharedWithMembers}. */
const MEMBER_SETTINGS = [
  "members_can_create_public_repositories",
  "members_can_create_private_repositories",
  "members_can_create_internal_repositories",
  "members_can_create_pages",
  "members_can_create_public_pages",
  "members_can_create_private_pages",
  "members_can_fork_private_repositories",
  "web_commit_signoff_required",
  "deploy_keys_enabled_for_repositories",
] as const;

const pick = <T extends object, K extends keyof T>(object: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, object[name]]));

/** Returns the private counts, the plan and the kinds of repositories that members can create. */
function sharedWithMembers({ db }: EmulatorContext, { id }: Account) {
  const { plan, ...settings } = organizationSettings(db, id);
  const { private: privateRepositories } = ownedRepositoryTotals(db, id);
  const creationType = allowedCreationType(settings);
  return {
    members_can_create_repositories: creationType !== "none" || settings.members_can_create_internal_repositories,
    members_allowed_repository_creation_type: creationType,
    total_private_repos: privateRepositories,
    owned_private_repos: privateRepositories,
    ...(plan ? { plan: { ...plan, filled_seats: countMembers(db, id) } } : {}),
  };
}

function allowedCreationType(settings: OrganizationSettings): "all" | "public" | "private" | "none" {
  const { members_can_create_public_repositories: canCreatePublic } = settings;
  if (settings.members_can_create_private_repositories) return canCreatePublic ? "all" : "private";
  return canCreatePublic ? "public" : "none";
}
