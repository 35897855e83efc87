import * as z from "zod/mini";
import { Permission as RepositoryPermission, RepositorySettings } from "../state/repositories.ts";
import { STORED_TOKEN_KINDS } from "../state/tokens.ts";
import type { SeedSection } from "./define-section.ts";
import { count, names } from "./fields.ts";
import { SeedAppHook } from "./sections/hooks.ts";
import { ENTERPRISE_SECTIONS, ORGANIZATION_SECTIONS, REPOSITORY_SECTIONS, USER_SECTIONS } from "./sections/index.ts";
import { SeedTime } from "./time.ts";

// Schema of a seed. Objects are named by logins, slugs and full names.

const text = () => z.optional(z.string());
const time = () => z.optional(SeedTime);

/** Returns the optional fields that sections add. Each section validates its own value. */
function sectionFields<O>(sections: Readonly<Record<string, SeedSection<O>>>) {
  return Object.fromEntries(Object.entries(sections).map(([name, { schema }]) => [name, z.optional(schema)]));
}

const Profile = {
  name: text(),
  email: text(),
  company: text(),
  blog: text(),
  location: text(),
  twitter: text(),
  created: time(),
  followers: count(),
  following: count(),
};

const User = z.strictObject({
  ...Profile,
  bio: text(),
  hireable: z.optional(z.boolean()),
  two_factor: z._default(z.boolean(), false),
  site_admin: z._default(z.boolean(), false),
  public_gists: count(),
  ...sectionFields(USER_SECTIONS),
});

const Team = z.strictObject({
  name: text(),
  description: text(),
  privacy: z._default(z.enum(["closed", "secret"]), "closed"),
  notifications: z._default(z.boolean(), true),
  parent: text(),
  members: names(),
});

const Organization = z.strictObject({
  ...Profile,
  description: text(),
  members: z._default(z.record(z.string(), z.enum(["owner", "member"])), {}),
  /** Members whose membership everyone can see. */
  public_members: names(),
  billing_managers: names(),
  /** Security managers: users, and teams whose members all have the role. */
  security_managers: names(),
  security_manager_teams: names(),
  /** Permission that all members have on every repository. */
  base_permission: z._default(z.enum(["none", "pull", "push", "admin"]), "pull"),
  teams: z._default(z.record(z.string(), Team), {}),
  ...sectionFields(ORGANIZATION_SECTIONS),
});

const Enterprise = z.strictObject({
  name: text(),
  description: text(),
  website: text(),
  created: time(),
  members: z._default(z.record(z.string(), z.enum(["owner", "billing-manager", "member"])), {}),
  organizations: names(),
  ...sectionFields(ENTERPRISE_SECTIONS),
});

const FULL_NAME = /^[\w.-]+\/[\w.-]+$/;

const Repository = z.strictObject({
  private: z._default(z.boolean(), false),
  description: text(),
  homepage: text(),
  language: text(),
  license: text(),
  topics: names(),
  default_branch: z._default(z.string(), "main"),
  archived: z._default(z.boolean(), false),
  /** Full names of the fork parent and of the template. */
  fork_of: text(),
  template: text(),
  settings: z._default(z.partial(z.strictObject(RepositorySettings.shape)), {}),
  created: time(),
  pushed: time(),
  collaborators: z._default(z.record(z.string(), RepositoryPermission), {}),
  teams: z._default(z.record(z.string(), RepositoryPermission), {}),
  /** Time of each star, by login. */
  stars: z._default(z.record(z.string(), SeedTime), {}),
  watchers: z._default(z.record(z.string(), z.enum(["watching", "ignoring"])), {}),
  ...sectionFields(REPOSITORY_SECTIONS),
});

const GrantLevel = z.enum(["read", "write"]);

/** Permissions by their keys, which `grants.ts` checks, or all of them at their highest level. */
const Permissions = z.union([z.literal("all"), z.record(z.string(), GrantLevel)]);

const App = z.strictObject({
  name: text(),
  /** OAuth client id; derived from the slug if omitted. */
  client_id: text(),
  owner: z.string(),
  description: text(),
  url: z._default(z.string(), "https://app.example"),
  permissions: z._default(Permissions, "all"),
  events: names(),
  hook: z.optional(SeedAppHook),
  created: time(),
  /** Installations by account, each for all or some of the account's repositories. */
  installations: z._default(
    z.record(
      z.string(),
      z.strictObject({
        repositories: z._default(z.union([z.literal("all"), z.array(z.string())]), "all"),
        permissions: z.optional(Permissions),
        suspended_by: text(),
      }),
    ),
    {},
  ),
});

export const Token = z.strictObject({
  kind: z.enum(STORED_TOKEN_KINDS),
  /** The token; derived from its name if omitted. */
  value: text(),
  user: text(),
  scopes: z._default(z.union([z.literal("all"), z.array(z.string())]), []),
  permissions: z._default(Permissions, {}),
  /** For installation tokens: the app, and the account that it is installed for. */
  app: text(),
  account: text(),
  /** For workflow tokens: the repository whose job it belongs to. */
  repository: text(),
  /** Restrictions of a fine-grained or an installation token. */
  owner: text(),
  repositories: z.optional(z.array(z.string())),
  expires: time(),
  revoked: z._default(z.boolean(), false),
});

const recordOf = <T extends z.ZodMiniType>(schema: T) => z._default(z.record(z.string(), schema), {});

/** A complete seed. */
export const Seed = z.strictObject({
  /** Reference to the JSON schema, for editors. */
  $schema: text(),
  users: recordOf(User),
  organizations: recordOf(Organization),
  enterprises: recordOf(Enterprise),
  repositories: z._default(
    z.record(z.string().check(z.regex(FULL_NAME, "must be a full name (owner/name)")), Repository),
    {},
  ),
  apps: recordOf(App),
  tokens: recordOf(Token),
});
export type Seed = z.output<typeof Seed>;

/** One entry of a seed's record: `SeedEntry<"users">`. */
export type SeedEntry<K extends Exclude<keyof Seed, "$schema">> = Seed[K][string];
