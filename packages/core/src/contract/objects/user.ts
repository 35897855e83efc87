import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject, namedSchema } from "../schema.ts";
import { userFields } from "./user-fields.ts";

/** A name and email address, which some responses omit. */
const nameFields = () => fieldsWith(z.optional(z.nullable(z.string())), "name", "email");

/** A user or organization inside other objects. */
export class User extends namedObject(() => ({
  ...userFields(),
  ...nameFields(),
  starred_at: z.optional(z.string()),
})) {}

/** A user in event payloads. Fields can be missing, most of them for a deleted user. */
export class EventUser extends namedSchema(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    login: z.string(),
    id: z.int(),
    type: z.optional(extensibleEnum("Bot", "Mannequin", "Organization", "User")),
    ...nameFields(),
    deleted: z.optional(z.boolean()),
  }),
) {}

/** A single user. Private fields are returned only to that user, and only with the scope `user`. */
export class UserProfile extends namedObject(() => ({
  ...userFields(),
  ...fieldsWith(z.string(), "created_at", "updated_at"),
  ...fieldsWith(z.int(), "public_repos", "public_gists", "followers", "following"),
  ...fieldsWith(z.nullable(z.string()), "name", "company", "blog", "location", "email", "bio"),
  notification_email: z.optional(z.nullable(z.string())),
  hireable: z.nullable(z.boolean()),
  ...fieldsWith(z.optional(z.boolean()), "two_factor_authentication", "business_plus"),
  ldap_dn: z.optional(z.string()),
  twitter_username: z.optional(z.nullable(z.string())),
  plan: z.optional(z.looseObject({ collaborators: z.int(), name: z.string(), space: z.int(), private_repos: z.int() })),
  ...fieldsWith(
    z.optional(z.int()),
    "private_gists",
    "total_private_repos",
    "owned_private_repos",
    "disk_usage",
    "collaborators",
  ),
})) {}

/** A user with access to a repository, and their permissions. */
export class Collaborator extends namedObject(() => ({
  ...userFields(),
  ...nameFields(),
  permissions: z.optional(
    z.looseObject({
      ...fieldsWith(z.boolean(), "pull", "push", "admin"),
      ...fieldsWith(z.optional(z.boolean()), "triage", "maintain"),
    }),
  ),
  role_name: z.optional(z.string()),
})) {}

/** Permission and role of a user in a repository. */
export class CollaboratorPermission extends namedObject(() => ({
  ...fieldsWith(z.string(), "permission", "role_name"),
  user: z.nullable(Collaborator.schema()),
})) {}
