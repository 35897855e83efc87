import { type Account, accounts, createAccount, members, organizationRoles } from "../state/accounts.ts";
import { createEnterprise, enterpriseMembers, enterprises } from "../state/enterprises.ts";
import { securityManagerTeams } from "../state/security-managers.ts";
import { createTeam, teamMembers, teams } from "../state/teams.ts";
import type { SeedEntry } from "./schema.ts";
import type { SeedContext } from "./seed-context.ts";

/** Inserts a user, or the account record of an organization. */
export function insertAccount(
  context: SeedContext,
  login: string,
  type: Account["type"],
  { created, twitter, ...input }: Partial<SeedEntry<"users">>,
): Account {
  context.assertUnused(accounts.find(context.db, { login }), ["users", login]);
  return createAccount(context.db, {
    login,
    type,
    created_at: context.toTimestamp(created),
    twitter_username: twitter ?? null,
    name: input.name ?? null,
    email: input.email ?? null,
    company: input.company ?? null,
    blog: input.blog ?? null,
    location: input.location ?? null,
    bio: input.bio ?? null,
    hireable: input.hireable ?? null,
    two_factor: input.two_factor ?? false,
    site_admin: input.site_admin ?? false,
    public_gists: input.public_gists ?? 0,
    followers: input.followers ?? 0,
    following: input.following ?? 0,
  });
}

/** Inserts an organization with its members, roles and teams. */
export function insertOrganization(context: SeedContext, login: string, input: SeedEntry<"organizations">): void {
  const { db } = context;
  const path = ["organizations", login];
  context.assertUnused(accounts.find(db, { login }), path);
  const { created, twitter, name, email, company, blog, location, followers, following } = input;
  const organization = createAccount(db, {
    login,
    type: "Organization",
    created_at: context.toTimestamp(created),
    twitter_username: twitter ?? null,
    name: name ?? null,
    email: email ?? null,
    company: company ?? null,
    blog: blog ?? null,
    location: location ?? null,
    followers,
    following,
    description: input.description ?? null,
    base_permission: input.base_permission,
  });
  for (const [member, role] of Object.entries(input.members)) {
    const { id } = context.user(member, [...path, "members", member]);
    members.insert(db, { organization_id: organization.id, user_id: id, role: role === "owner" ? "admin" : "member" });
  }
  for (const [index, manager] of input.billing_managers.entries()) {
    const { id } = context.user(manager, [...path, "billing_managers", index]);
    organizationRoles.insert(db, { organization_id: organization.id, user_id: id, role: "billing-manager" });
  }
  for (const [index, manager] of input.security_managers.entries()) {
    const { id } = context.user(manager, [...path, "security_managers", index]);
    organizationRoles.insert(db, { organization_id: organization.id, user_id: id, role: "security-manager" });
  }
  for (const [slug, team] of Object.entries(input.teams)) {
    const teamPath = [...path, "teams", slug];
    const { id } = createTeam(db, {
      organization_id: organization.id,
      slug,
      name: team.name ?? slug,
      description: team.description ?? null,
      privacy: team.privacy,
      created_at: context.toTimestamp(created),
      updated_at: context.toTimestamp(created),
      notification_setting: team.notifications ? "notifications_enabled" : "notifications_disabled",
      parent_id: null,
    });
    for (const [index, member] of team.members.entries()) {
      teamMembers.insert(db, { team_id: id, user_id: context.user(member, [...teamPath, "members", index]).id });
    }
  }
  for (const [slug, { parent }] of Object.entries(input.teams)) {
    if (parent === undefined) continue;
    const { id } = context.team(organization, parent, [...path, "teams", slug, "parent"]);
    teams.update(db, { organization_id: organization.id, slug }, { parent_id: id });
  }
  for (const [index, slug] of input.security_manager_teams.entries()) {
    const team = context.team(organization, slug, [...path, "security_manager_teams", index]);
    securityManagerTeams.add(db, { team_id: team.id });
  }
}

/** Inserts an enterprise with its members and organizations. */
export function insertEnterprise(context: SeedContext, slug: string, input: SeedEntry<"enterprises">): void {
  const { db } = context;
  context.assertUnused(enterprises.find(db, { slug }), ["enterprises", slug]);
  const enterprise = createEnterprise(db, {
    slug,
    name: input.name ?? slug,
    description: input.description ?? null,
    website_url: input.website ?? null,
    created_at: context.toTimestamp(input.created),
    updated_at: context.toTimestamp(input.created),
  });
  for (const [member, role] of Object.entries(input.members)) {
    const { id } = context.user(member, ["enterprises", slug, "members", member]);
    enterpriseMembers.insert(db, { enterprise_id: enterprise.id, user_id: id, role });
  }
  for (const [index, login] of input.organizations.entries()) {
    const { id } = context.organization(login, ["enterprises", slug, "organizations", index]);
    accounts.update(db, { id }, { enterprise_id: enterprise.id });
  }
}
