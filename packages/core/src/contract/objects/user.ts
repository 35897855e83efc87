import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { once } from "../once.ts";
import { alike, named } from "../schema.ts";
import { userFields } from "./user-fields.ts";

/** A user or organization as it appears inside other objects (document 3, User object). */
export interface User extends OutputOf<typeof userSchema> {}
const userObject = /* @__PURE__ */ once(() => z.looseObject(userFields()));
const userSchema = /* @__PURE__ */ named(userObject);
export const User: Named<User> = userSchema;

/** A user by itself (public description). What is private shows only to who it is, and only with the scope `user`. */
export interface UserProfile extends OutputOf<typeof userProfileSchema> {}
const userProfileSchema = /* @__PURE__ */ named(() =>
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
export const UserProfile: Named<UserProfile> = userProfileSchema;

/** Somebody with access to a repository, and how far it goes (public description). */
export interface Collaborator extends OutputOf<typeof collaboratorSchema> {}
const collaboratorSchema = /* @__PURE__ */ named(() =>
  z.extend(userObject(), {
    permissions: z.optional(
      z.looseObject({
        ...alike(z.boolean(), "pull", "push", "admin"),
        ...alike(z.optional(z.boolean()), "triage", "maintain"),
      }),
    ),
    role_name: z.optional(z.string()),
  }),
);
export const Collaborator: Named<Collaborator> = collaboratorSchema;
