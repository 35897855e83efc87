import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";
import { userFields } from "./user-fields.ts";

/** A name and email address, which some responses omit. */
const nameFields = () => fieldsWith(z.optional(z.nullable(z.string())), "name", "email");

/** A user or organization inside other objects. */
export interface User extends SchemaOutput<typeof userSchema> {}
const userSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ ...userFields(), ...nameFields(), starred_at: z.optional(z.string()) }),
);
export const User: NamedSchema<User> = userSchema;

/** A user in event payloads. Fields can be missing, most of them for a deleted user. */
export interface EventUser extends SchemaOutput<typeof eventUserSchema> {}
const eventUserSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    login: z.string(),
    id: z.int(),
    type: z.optional(extensibleEnum("Bot", "Mannequin", "Organization", "User")),
    ...nameFields(),
    deleted: z.optional(z.boolean()),
  }),
);
export const EventUser: NamedSchema<EventUser> = eventUserSchema;

/** A single user. Private fields are returned only to that user, and only with the scope `user`. */
export interface UserProfile extends SchemaOutput<typeof userProfileSchema> {}
const userProfileSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...userFields(),
    ...fieldsWith(z.string(), "created_at", "updated_at"),
    ...fieldsWith(z.int(), "public_repos", "public_gists", "followers", "following"),
    ...fieldsWith(z.nullable(z.string()), "name", "company", "blog", "location", "email", "bio"),
    notification_email: z.optional(z.nullable(z.string())),
    hireable: z.nullable(z.boolean()),
    ...fieldsWith(z.optional(z.boolean()), "two_factor_authentication", "business_plus"),
    ldap_dn: z.optional(z.string()),
    twitter_username: z.optional(z.nullable(z.string())),
    plan: z.optional(
      z.looseObject({ collaborators: z.int(), name: z.string(), space: z.int(), private_repos: z.int() }),
    ),
    ...fieldsWith(
      z.optional(z.int()),
      "private_gists",
      "total_private_repos",
      "owned_private_repos",
      "disk_usage",
      "collaborators",
    ),
  }),
);
export const UserProfile: NamedSchema<UserProfile> = userProfileSchema;

/** A user with access to a repository, and their permissions. */
export interface Collaborator extends SchemaOutput<typeof collaboratorSchema> {}
const collaboratorSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...userFields(),
    ...nameFields(),
    permissions: z.optional(
      z.looseObject({
        ...fieldsWith(z.boolean(), "pull", "push", "admin"),
        ...fieldsWith(z.optional(z.boolean()), "triage", "maintain"),
      }),
    ),
    role_name: z.optional(z.string()),
  }),
);
export const Collaborator: NamedSchema<Collaborator> = collaboratorSchema;
