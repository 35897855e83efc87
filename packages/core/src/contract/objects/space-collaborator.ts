import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, extensibleUnion, fieldsWith, type NamedSchema, namedSchema } from "../schema.ts";
import { Organization } from "./organization.ts";
import { userFields } from "./user-fields.ts";

const role = lazy(() => extensibleEnum("reader", "writer", "admin"));

/** A collaborator of an assistant space: a user or a team, with their role. */
export type SpaceCollaborator = NonNullable<InstanceType<typeof spaceCollaboratorSchema>>;
const spaceCollaboratorSchema = namedSchema(() =>
  extensibleUnion(
    "actor_type",
    z.looseObject({
      ...userFields(),
      actor_type: z.literal("User"),
      role: role(),
      ...fieldsWith(
        z.optional(z.nullable(z.string())),
        "name",
        "email",
        "company",
        "blog",
        "location",
        "bio",
        "twitter_username",
      ),
      hireable: z.optional(z.nullable(z.boolean())),
      ...fieldsWith(z.optional(z.int()), "public_repos", "public_gists", "followers", "following"),
      ...fieldsWith(z.optional(z.string()), "starred_at", "created_at", "updated_at"),
    }),
    z.looseObject({
      actor_type: z.literal("Team"),
      role: role(),
      id: z.int(),
      ...fieldsWith(z.string(), "node_id", "name", "slug"),
      description: z.optional(z.nullable(z.string())),
      ...fieldsWith(
        z.optional(z.string()),
        "type",
        "privacy",
        "notification_setting",
        "url",
        "html_url",
        "members_url",
        "repositories_url",
        "created_at",
        "updated_at",
      ),
      organization_id: z.optional(z.int()),
      organization: z.optional(Organization.schema()),
      parent: z.optional(z.nullable(z.looseObject({}))),
    }),
  ),
);
export const SpaceCollaborator: NamedSchema<SpaceCollaborator> = spaceCollaboratorSchema;
