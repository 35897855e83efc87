import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike } from "../schema.ts";

/** A user or organization as it appears inside other objects (document 3, User object). */
export interface User extends z.output<ReturnType<typeof User>> {}
export const User = /* @__PURE__ */ once(() =>
  z.looseObject({
    name: z.optional(z.nullable(z.string())),
    email: z.optional(z.nullable(z.string())),
    ...alike(
      z.string(),
      "login",
      "node_id",
      "avatar_url",
      "url",
      "html_url",
      "followers_url",
      "following_url",
      "gists_url",
      "starred_url",
      "subscriptions_url",
      "organizations_url",
      "repos_url",
      "events_url",
      "received_events_url",
      "type",
    ),
    id: z.int(),
    gravatar_id: z.nullable(z.string()),
    site_admin: z.boolean(),
    starred_at: z.optional(z.string()),
    user_view_type: z.optional(z.string()),
  }),
);

/** A user by itself (public description). What is private shows only to who it is, and only with the scope `user`. */
export interface UserProfile extends z.output<ReturnType<typeof UserProfile>> {}
export const UserProfile = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...alike(
      z.string(),
      "login",
      "node_id",
      "avatar_url",
      "url",
      "html_url",
      "followers_url",
      "following_url",
      "gists_url",
      "starred_url",
      "subscriptions_url",
      "organizations_url",
      "repos_url",
      "events_url",
      "received_events_url",
      "type",
      "created_at",
      "updated_at",
    ),
    ...alike(z.int(), "id", "public_repos", "public_gists", "followers", "following"),
    user_view_type: z.optional(z.string()),
    ...alike(z.nullable(z.string()), "gravatar_id", "name", "company", "blog", "location", "email", "bio"),
    site_admin: z.boolean(),
    notification_email: z.optional(z.nullable(z.string())),
    hireable: z.nullable(z.boolean()),
    ...alike(z.optional(z.boolean()), "two_factor_authentication", "business_plus"),
    ldap_dn: z.optional(z.string()),
    twitter_username: z.optional(z.nullable(z.string())),
    plan: z.optional(
      z.looseObject({ collaborators: z.int(), name: z.string(), space: z.int(), private_repos: z.int() }),
    ),
    ...alike(
      z.optional(z.int()),
      "private_gists",
      "total_private_repos",
      "owned_private_repos",
      "disk_usage",
      "collaborators",
    ),
  }),
);

/** Somebody with access to a repository, and how far it goes (public description). */
export interface Collaborator extends z.output<ReturnType<typeof Collaborator>> {}
export const Collaborator = /* @__PURE__ */ once(() =>
  z.extend(User(), {
    permissions: z.optional(
      z.looseObject({
        ...alike(z.boolean(), "pull", "push", "admin"),
        ...alike(z.optional(z.boolean()), "triage", "maintain"),
      }),
    ),
    role_name: z.optional(z.string()),
  }),
);
