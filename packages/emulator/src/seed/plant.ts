import { SCOPES } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { type Account, addMember, addOrganizationRole, createAccount } from "../state/accounts.ts";
import { createApp, createInstallation, findInstallation, type Permissions } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { addEnterpriseMember, createEnterprise } from "../state/enterprises.ts";
import { addCollaborator, createRepository, RepositorySettings } from "../state/repositories.ts";
import { star } from "../state/stars.ts";
import { setSubscription } from "../state/subscriptions.ts";
import { addTeamMember, createTeam } from "../state/teams.ts";
import { addToken, allPermissions } from "../state/tokens.ts";
import { createPlanting, type Planting } from "./planting.ts";
import { type SeedPath, SeedProblem } from "./problem.ts";
import { Seed } from "./schema.ts";
import type { Section } from "./section.ts";
import { ENTERPRISE_SECTIONS, ORGANIZATION_SECTIONS, REPOSITORY_SECTIONS, USER_SECTIONS } from "./sections/index.ts";

/**
 * Puts a seed into an empty state.
 * @returns the tokens by their names
 * @throws SeedProblem on whatever doesn't fit, with its path
 */
export function plantSeed(db: Database, dialect: Dialect, input: unknown, start: Date): Record<string, string> {
  const seed = readSeed(input);
  const planting = createPlanting(db, dialect, start);
  return db.transaction(() => {
    for (const [login, user] of Object.entries(seed.users)) plantAccount(planting, login, "User", user);
    for (const [login, organization] of Object.entries(seed.organizations)) {
      plantOrganization(planting, login, organization);
    }
    for (const [slug, enterprise] of Object.entries(seed.enterprises)) plantEnterprise(planting, slug, enterprise);
    for (const [name, repository] of Object.entries(seed.repositories)) plantRepository(planting, name, repository);
    for (const [slug, app] of Object.entries(seed.apps)) plantApp(planting, slug, app);

    const { user, organization, enterprise, repository } = planting;
    plantSections(planting, "users", USER_SECTIONS, seed.users, user);
    plantSections(planting, "repositories", REPOSITORY_SECTIONS, seed.repositories, repository);
    plantSections(planting, "organizations", ORGANIZATION_SECTIONS, seed.organizations, organization);
    plantSections(planting, "enterprises", ENTERPRISE_SECTIONS, seed.enterprises, enterprise);
    return Object.fromEntries(
      Object.entries(seed.tokens).map(([name, token]) => [name, plantToken(planting, name, token)]),
    );
  });
}

function readSeed(input: unknown): Seed {
  const read = z.safeParse(Seed, input);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SeedProblem(seedPath(issue?.path ?? []), issue?.message ?? "does not fit");
}

function seedPath(path: readonly PropertyKey[]): SeedPath {
  return path.map((step) => (typeof step === "number" ? step : String(step)));
}

type Of<K extends keyof Seed> = Seed[K][string];

function plantSections<O>(
  planting: Planting,
  kind: string,
  sections: Readonly<Record<string, Section<O>>>,
  owners: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  find: (name: string, path: SeedPath) => O,
): void {
  for (const [field, section] of Object.entries(sections)) {
    for (const [name, owner] of Object.entries(owners)) {
      const value = owner[field];
      if (value !== undefined) section.plant(planting, find(name, [kind, name]), value, [kind, name, field]);
    }
  }
}

function plantAccount(
  planting: Planting,
  login: string,
  type: Account["type"],
  { created, twitter, ...told }: Partial<Of<"users">>,
): Account {
  return createAccount(planting.db, {
    ...{ login, type, created_at: planting.at(created), twitter_username: twitter ?? null },
    ...{ name: told.name ?? null, email: told.email ?? null, company: told.company ?? null, blog: told.blog ?? null },
    ...{ location: told.location ?? null, bio: told.bio ?? null, hireable: told.hireable ?? null },
    ...{ two_factor: told.two_factor ?? false, site_admin: told.site_admin ?? false },
    ...{ public_gists: told.public_gists ?? 0, followers: told.followers ?? 0, following: told.following ?? 0 },
  });
}

function plantOrganization(planting: Planting, login: string, told: Of<"organizations">): void {
  const { db } = planting;
  const path = ["organizations", login];
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
      // A team above another one is written before it.
      parent_id: team.parent === undefined ? null : planting.team(organization, team.parent, [...at, "parent"]).id,
    });
    for (const [index, member] of team.members.entries()) {
      addTeamMember(db, id, planting.user(member, [...at, "members", index]).id);
    }
  }
}

function plantEnterprise(planting: Planting, slug: string, told: Of<"enterprises">): void {
  const { db } = planting;
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

function plantRepository(planting: Planting, fullName: string, told: Of<"repositories">): void {
  const { db } = planting;
  const path = ["repositories", fullName];
  const [ownerName = "", name = ""] = fullName.split("/");
  const owner = planting.account(ownerName, path);
  const other = (of: string | undefined, field: string) =>
    of === undefined ? null : planting.repository(of, [...path, field]).id;
  const created = planting.at(told.created);
  const repository = createRepository(
    db,
    {
      ...{ owner_id: owner.id, name, private: told.private, description: told.description ?? null },
      ...{ homepage: told.homepage ?? null, language: told.language ?? null, license: told.license ?? null },
      ...{ topics: told.topics, default_branch: told.default_branch, archived: told.archived },
      ...{ parent_id: other(told.fork_of, "fork_of"), template_id: other(told.template, "template") },
      ...{ settings: z.parse(RepositorySettings, told.settings), pushed_at: planting.at(told.pushed ?? told.created) },
    },
    created,
  );
  for (const [login, permission] of Object.entries(told.collaborators)) {
    const userId = planting.user(login, [...path, "collaborators", login]).id;
    addCollaborator(db, repository.id, { userId }, permission);
  }
  for (const [slug, permission] of Object.entries(told.teams)) {
    addCollaborator(db, repository.id, { teamId: planting.team(owner, slug, [...path, "teams", slug]).id }, permission);
  }
  for (const [login, time] of Object.entries(told.stars)) {
    star(db, repository.id, planting.user(login, [...path, "stars", login]).id, planting.at(time));
  }
  for (const [login, state] of Object.entries(told.watchers)) {
    const { id } = planting.user(login, [...path, "watchers", login]);
    setSubscription(db, repository.id, id, state === "ignoring", created);
  }
}

function permissionsOf(told: Of<"apps">["permissions"]): Permissions {
  if (told === "all") return allPermissions("repository", "organization");
  return told;
}

function plantApp(planting: Planting, slug: string, told: Of<"apps">): void {
  const { db } = planting;
  const created = planting.at(told.created);
  const times = { created_at: created, updated_at: created };
  const permissions = permissionsOf(told.permissions);
  const app = createApp(db, {
    ...{ slug, name: told.name ?? slug, client_id: `Iv1.${Buffer.from(slug).toString("hex").slice(0, 16)}` },
    ...{ owner_id: planting.account(told.owner, ["apps", slug, "owner"]).id, description: told.description ?? null },
    ...{ external_url: told.url, permissions, events: told.events, ...times },
  });
  for (const [login, { repositories, suspended_by, ...installation }] of Object.entries(told.installations)) {
    const path = ["apps", slug, "installations", login];
    createInstallation(
      db,
      {
        ...{ app_id: app.id, account_id: planting.account(login, path).id, events: told.events, ...times },
        repository_selection: repositories === "all" ? "all" : "selected",
        permissions: installation.permissions ? permissionsOf(installation.permissions) : permissions,
        suspended_at: suspended_by === undefined ? null : created,
        suspended_by: suspended_by === undefined ? null : planting.user(suspended_by, [...path, "suspended_by"]).id,
      },
      repositories === "all"
        ? []
        : repositories.map((name, index) => planting.repository(name, [...path, "repositories", index]).id),
    );
  }
}

/** @returns the token */
function plantToken(planting: Planting, name: string, told: Of<"tokens">): string {
  const { db, dialect } = planting;
  const path = ["tokens", name];
  const needs = (field: "user" | "app" | "account" | "repository"): string => {
    const value = told[field];
    if (value === undefined) throw new SeedProblem(path, `a token of kind ${told.kind} needs "${field}"`);
    return value;
  };
  const isForUser = told.kind !== "installation" && told.kind !== "workflow";
  const app = told.app === undefined ? undefined : planting.app(told.app, [...path, "app"]);
  const installation =
    told.kind === "installation"
      ? findInstallation(
          db,
          planting.app(needs("app"), [...path, "app"]).id,
          planting.account(needs("account"), [...path, "account"]).id,
        )
      : undefined;
  if (told.kind === "installation" && !installation) {
    throw new SeedProblem([...path, "account"], `the app ${told.app} is not installed there`);
  }
  const prefix = dialect.tokenPrefixes[told.kind === "workflow" ? "installation" : told.kind];
  const token = told.value ?? `${prefix}demo_${name.replaceAll("-", "_")}`;
  addToken(db, {
    ...{ token, name, kind: told.kind, created_at: planting.at(undefined) },
    user_id: isForUser ? planting.user(needs("user"), [...path, "user"]).id : null,
    app_id: app?.id ?? null,
    installation_id: installation?.id ?? null,
    repository_id:
      told.kind === "workflow" ? planting.repository(needs("repository"), [...path, "repository"]).id : null,
    resource_owner_id: told.owner === undefined ? null : planting.account(told.owner, [...path, "owner"]).id,
    repository_ids:
      told.repositories?.map(
        (repository, index) => planting.repository(repository, [...path, "repositories", index]).id,
      ) ?? null,
    scopes: told.scopes === "all" ? fullScopes() : told.scopes,
    permissions: tokenPermissions(told),
    expires_at: told.expires === undefined ? null : planting.at(told.expires),
    revoked_at: told.revoked ? planting.at(undefined) : null,
  });
  return token;
}

/** A job's token has no permission on the organization; a person's own has some on the person too. */
function tokenPermissions({ kind, permissions }: Of<"tokens">): Permissions {
  if (permissions !== "all") return permissions;
  if (kind === "workflow") return allPermissions("repository");
  return kind === "installation"
    ? allPermissions("repository", "organization")
    : allPermissions("repository", "organization", "user");
}

/** The scopes that imply all others. */
function fullScopes(): string[] {
  const implied = new Set<string>(Object.values(SCOPES).flat());
  return Object.keys(SCOPES).filter((scope) => !implied.has(scope));
}
