import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, kinds, named, open } from "../schema.ts";
import { Organization } from "./organization.ts";
import { userFields } from "./user-fields.ts";

const role = /* @__PURE__ */ lazy(() => open("reader", "writer", "admin"));

/** Who may work in an assistant space: a user or a team, and as what (document 2, Assistant space collaborator entry). */
export type SpaceCollaborator = OutputOf<typeof spaceCollaboratorSchema>;
const spaceCollaboratorSchema = /* @__PURE__ */ named(() =>
  kinds(
    "actor_type",
    z.looseObject({
      ...userFields(),
      actor_type: z.literal("User"),
      role: role(),
      ...alike(
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
      ...alike(z.optional(z.int()), "public_repos", "public_gists", "followers", "following"),
      ...alike(z.optional(z.string()), "starred_at", "created_at", "updated_at"),
    }),
    z.looseObject({
      actor_type: z.literal("Team"),
      role: role(),
      id: z.int(),
      ...alike(z.string(), "node_id", "name", "slug"),
      description: z.optional(z.nullable(z.string())),
      ...alike(
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
      organization: z.optional(Organization()),
      parent: z.optional(z.nullable(z.looseObject({}))),
    }),
  ),
);
export const SpaceCollaborator: Named<SpaceCollaborator> = spaceCollaboratorSchema;
