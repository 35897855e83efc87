import { type Account, accounts, createAccount, members, organizationRoles } from "../state/accounts.ts";
import { createEnterprise, enterpriseMembers, enterprises } from "../state/enterprises.ts";
import { securityManagerTeams } from "../state/security-managers.ts";
import { createTeam, teamMembers, teams } from "../state/teams.ts";
import type { SeedEntry } from "./schema.ts";
import type { SeedContext } from "./seed-context.ts";
import { each, eachEntry, SeedError } from "./seed-error.ts";

/** Inserts a user, or the account record of an organization. */
export function insertAccount(
  context: SeedContext,
  login: string,
  type: Account["type"],
  { created, twitter, ...input }: Partial<SeedEntry<"users"> & SeedEntry<"organizations">>,
): Account {
  context.assertUnused(accounts.find(context.db, { login }));
  const created_at = context.toTimestamp(created);
  return createAccount(context.db, { ...input, login, type, created_at, twitter_username: twitter });
}

/** Inserts an organization with its members, roles and teams. */
export function insertOrganization(context: SeedContext, login: string, input: SeedEntry<"organizations">): void {
  const { db } = context;
  const organization = insertAccount(context, login, "Organization", input);
  const organization_id = organization.id;
  eachEntry(["members"], input.members, (member, role) => {
    const user_id = context.user(member).id;
    members.insert(db, { organization_id, user_id, role: role === "owner" ? "admin" : "member", public: false });
  });
  each(["public_members"], input.public_members, (member) => {
    const user_id = context.user(member).id;
    if (members.update(db, { organization_id, user_id }, { public: true }) > 0) return;
    throw new SeedError([], `must list members of the organization, got ${JSON.stringify(member)}`);
  });
  each(["billing_managers"], input.billing_managers, (manager) =>
    organizationRoles.insert(db, { organization_id, user_id: context.user(manager).id, role: "billing-manager" }),
  );
  each(["security_managers"], input.security_managers, (manager) =>
    organizationRoles.insert(db, { organization_id, user_id: context.user(manager).id, role: "security-manager" }),
  );
  eachEntry(["teams"], input.teams, (slug, team) => {
    const created = context.toTimestamp(input.created);
    const { id } = createTeam(db, {
      organization_id,
      slug,
      name: team.name ?? slug,
      description: team.description ?? null,
      privacy: team.privacy,
      created_at: created,
      updated_at: created,
      notification_setting: team.notifications ? "notifications_enabled" : "notifications_disabled",
      parent_id: null,
    });
    each(["members"], team.members, (member) =>
      teamMembers.insert(db, { team_id: id, user_id: context.user(member).id }),
    );
  });
  eachEntry(["teams"], input.teams, (slug, { parent }) => {
    if (parent === undefined) return;
    teams.update(db, { organization_id, slug }, { parent_id: context.team(organization, parent, "parent").id });
  });
  each(["security_manager_teams"], input.security_manager_teams, (slug) =>
    securityManagerTeams.add(db, { team_id: context.team(organization, slug).id }),
  );
}

/** Inserts an enterprise with its members and organizations. */
export function insertEnterprise(context: SeedContext, slug: string, input: SeedEntry<"enterprises">): void {
  const { db } = context;
  context.assertUnused(enterprises.find(db, { slug }));
  const created = context.toTimestamp(input.created);
  const { id } = createEnterprise(db, {
    slug,
    name: input.name ?? slug,
    description: input.description ?? null,
    website_url: input.website ?? null,
    created_at: created,
    updated_at: created,
  });
  eachEntry(["members"], input.members, (member, role) =>
    enterpriseMembers.insert(db, { enterprise_id: id, user_id: context.user(member).id, role }),
  );
  each(["organizations"], input.organizations, (login) =>
    accounts.update(db, { id: context.organization(login).id }, { enterprise_id: id }),
  );
}
