import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { userFields } from "./user-fields.ts";

/** A name and an address that not every answer tells. */
const namesShown = () => alike(z.optional(z.nullable(z.string())), "name", "email");

/** A user or organization as it appears inside other objects (document 3, User object). */
export interface User extends OutputOf<typeof userSchema> {}
const userSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ ...userFields(), ...namesShown(), starred_at: z.optional(z.string()) }),
);
export const User: Named<User> = userSchema;

/** A user as events carry it, of whom less may be told: of one that was deleted, hardly anything (public description). */
export interface EventUser extends OutputOf<typeof eventUserSchema> {}
const eventUserSchema = /* @__PURE__ */ named(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    login: z.string(),
    id: z.int(),
    type: z.optional(open("Bot", "Mannequin", "Organization", "User")),
    ...namesShown(),
    deleted: z.optional(z.boolean()),
  }),
);
export const EventUser: Named<EventUser> = eventUserSchema;

/** A user by itself (public description). What is private shows only to who it is, and only with the scope `user`. */
export interface UserProfile extends OutputOf<typeof userProfileSchema> {}
const userProfileSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...userFields(),
    ...alike(z.string(), "created_at", "updated_at"),
    ...alike(z.int(), "public_repos", "public_gists", "followers", "following"),
    ...alike(z.nullable(z.string()), "name", "company", "blog", "location", "email", "bio"),
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
  z.looseObject({
    ...userFields(),
    ...namesShown(),
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
