import { type Account, addMember, addOrganizationRole, createAccount, findAccount } from "../state/accounts.ts";
import { addEnterpriseMember, createEnterprise, findEnterprise } from "../state/enterprises.ts";
import { addSecurityManagerTeam } from "../state/security-managers.ts";
import { addTeamMember, createTeam } from "../state/teams.ts";
import type { Planting } from "./planting.ts";
import type { Of } from "./schema.ts";

/** A user, or what an organization has as one. */
export function plantAccount(
  planting: Planting,
  login: string,
  type: Account["type"],
  { created, twitter, ...told }: Partial<Of<"users">>,
): Account {
  planting.free(findAccount(planting.db, login), ["users", login]);
  return createAccount(planting.db, {
    ...{ login, type, created_at: planting.at(created), twitter_username: twitter ?? null },
    ...{ name: told.name ?? null, email: told.email ?? null, company: told.company ?? null, blog: told.blog ?? null },
    ...{ location: told.location ?? null, bio: told.bio ?? null, hireable: told.hireable ?? null },
    ...{ two_factor: told.two_factor ?? false, site_admin: told.site_admin ?? false },
    ...{ public_gists: told.public_gists ?? 0, followers: told.followers ?? 0, following: told.following ?? 0 },
  });
}

/** An organization with its people and teams. */
export function plantOrganization(planting: Planting, login: string, told: Of<"organizations">): void {
  const { db } = planting;
  const path = ["organizations", login];
  planting.free(findAccount(db, login), path);
  const { created, twitter, name, email, company, blog, location, followers, following } = told;
  const organization = createAccount(db, {
    ...{ login, type: "Organization", created_at: planting.at(created), twitter_username: twitter ?? null },
    ...{ name: name ?? null, email: email ?? null, company: company ?? null, blog: blog ?? null },
    ...{ location: location ?? null, followers, following },
    ...{ description: told.description ?? null, base_permission: told.base_permission },
  });
  for (const [member, role] of Object.entries(told.members)) {
    const { id } = planting.user(member, [...path, "members", member]);
    addMember(db, organization.id, id, role === "owner" ? "admin" : "member");
  }
  for (const [index, manager] of told.billing_managers.entries()) {
    const { id } = planting.user(manager, [...path, "billing_managers", index]);
    addOrganizationRole(db, organization.id, id, "billing-manager");
  }
  for (const [index, manager] of told.security_managers.entries()) {
    const { id } = planting.user(manager, [...path, "security_managers", index]);
    addOrganizationRole(db, organization.id, id, "security-manager");
  }
  for (const [slug, team] of Object.entries(told.teams)) {
    const at = [...path, "teams", slug];
    const { id } = createTeam(db, {
      ...{ organization_id: organization.id, slug, name: team.name ?? slug, description: team.description ?? null },
      ...{ privacy: team.privacy, created_at: planting.at(created), updated_at: planting.at(created) },
      notification_setting: team.notifications ? "notifications_enabled" : "notifications_disabled",
      parent_id: null,
    });
    for (const [index, member] of team.members.entries()) {
      addTeamMember(db, id, planting.user(member, [...at, "members", index]).id);
    }
  }
  for (const [slug, { parent }] of Object.entries(told.teams)) {
    if (parent === undefined) continue;
    const { id } = planting.team(organization, parent, [...path, "teams", slug, "parent"]);
    db.run("UPDATE teams SET parent_id = ? WHERE organization_id = ? AND slug = ?", id, organization.id, slug);
  }
  for (const [index, slug] of told.security_manager_teams.entries()) {
    addSecurityManagerTeam(db, planting.team(organization, slug, [...path, "security_manager_teams", index]).id);
  }
}

/** An enterprise with its people and organizations. */
export function plantEnterprise(planting: Planting, slug: string, told: Of<"enterprises">): void {
  const { db } = planting;
  planting.free(findEnterprise(db, slug), ["enterprises", slug]);
  const enterprise = createEnterprise(db, {
    ...{ slug, name: told.name ?? slug, description: told.description ?? null, website_url: told.website ?? null },
    ...{ created_at: planting.at(told.created), updated_at: planting.at(told.created) },
  });
  for (const [member, role] of Object.entries(told.members)) {
    const { id } = planting.user(member, ["enterprises", slug, "members", member]);
    addEnterpriseMember(db, enterprise.id, id, role);
  }
  for (const [index, login] of told.organizations.entries()) {
    const { id } = planting.organization(login, ["enterprises", slug, "organizations", index]);
    db.run("UPDATE accounts SET enterprise_id = ? WHERE id = ?", enterprise.id, id);
  }
}
