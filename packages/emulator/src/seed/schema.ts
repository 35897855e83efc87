import { PERMISSIONS } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { EVENT_PERMISSIONS } from "../deliveries/subscriptions.ts";
import { Permission as RepositoryPermission, RepositorySettings } from "../state/repositories.ts";
import { KEPT_KINDS } from "../state/tokens.ts";
import { count, names } from "./fields.ts";
import type { Section } from "./section.ts";
import { SeedAppHook } from "./sections/hooks.ts";
import { ENTERPRISE_SECTIONS, ORGANIZATION_SECTIONS, REPOSITORY_SECTIONS, USER_SECTIONS } from "./sections/index.ts";
import { SeedTime } from "./time.ts";

// What a seed looks like. Everything is named by what people call it: logins, slugs, full names.

const text = () => z.optional(z.string());
const time = () => z.optional(SeedTime);

/** The parts that other files say more of: each is checked by its own schema. */
function fieldsOf<O>(sections: Readonly<Record<string, Section<O>>>) {
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
  ...fieldsOf(USER_SECTIONS),
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
  billing_managers: names(),
  /** Users, and teams whose members all are. */
  security_managers: names(),
  security_manager_teams: names(),
  /** What all members may do with every repository. */
  base_permission: z._default(z.enum(["none", "pull", "push", "admin"]), "pull"),
  teams: z._default(z.record(z.string(), Team), {}),
  ...fieldsOf(ORGANIZATION_SECTIONS),
});

const Enterprise = z.strictObject({
  name: text(),
  description: text(),
  website: text(),
  created: time(),
  members: z._default(z.record(z.string(), z.enum(["owner", "billing-manager", "member"])), {}),
  organizations: names(),
  ...fieldsOf(ENTERPRISE_SECTIONS),
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
  /** The full names of what it was forked from, or made from. */
  fork_of: text(),
  template: text(),
  settings: z._default(z.partial(z.strictObject(RepositorySettings.shape)), {}),
  created: time(),
  pushed: time(),
  collaborators: z._default(z.record(z.string(), RepositoryPermission), {}),
  teams: z._default(z.record(z.string(), RepositoryPermission), {}),
  /** Who starred it, and when. */
  stars: z._default(z.record(z.string(), SeedTime), {}),
  watchers: z._default(z.record(z.string(), z.enum(["watching", "ignoring"])), {}),
  ...fieldsOf(REPOSITORY_SECTIONS),
});

const isPermission = (key: string) => Object.hasOwn(PERMISSIONS, key) || EVENT_PERMISSIONS.includes(key);
const Level = z.enum(["read", "write"]);

/** Permission sets by their neutral keys, or all of these places at their highest level. */
const Permissions = z.union([
  z.literal("all"),
  z.record(z.string().check(z.refine(isPermission, { error: "is no permission set" })), Level),
]);

const App = z.strictObject({
  name: text(),
  /** What it signs itself with; made from its slug where it is left out. */
  client_id: text(),
  owner: z.string(),
  description: text(),
  url: z._default(z.string(), "https://app.example"),
  permissions: z._default(Permissions, "all"),
  events: names(),
  hook: z.optional(SeedAppHook),
  created: time(),
  /** Accounts that it is installed for, with all their repositories or some. */
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
  kind: z.enum(KEPT_KINDS),
  /** The token itself; made from its name where it is left out. */
  value: text(),
  user: text(),
  scopes: z._default(z.union([z.literal("all"), z.array(z.string())]), []),
  permissions: z._default(Permissions, {}),
  /** Of an app's tokens: which app, and for which account it is installed. */
  app: text(),
  account: text(),
  /** Of a workflow's token: whose job it was made for. */
  repository: text(),
  /** What a fine-grained or an installation's token is narrowed to. */
  owner: text(),
  repositories: z.optional(z.array(z.string())),
  expires: time(),
  revoked: z._default(z.boolean(), false),
});

const named = <T extends z.ZodMiniType>(schema: T) => z._default(z.record(z.string(), schema), {});

/** Everything that a service can start with. */
export const Seed = z.strictObject({
  /** Where editors find what may be said. */
  $schema: text(),
  users: named(User),
  organizations: named(Organization),
  enterprises: named(Enterprise),
  repositories: z._default(
    z.record(z.string().check(z.regex(FULL_NAME, "is no full name: owner/name is expected")), Repository),
    {},
  ),
  apps: named(App),
  tokens: named(Token),
});
export type Seed = z.output<typeof Seed>;

/** One thing of a kind: `Of<"users">`. */
export type Of<K extends Exclude<keyof Seed, "$schema">> = Seed[K][string];
