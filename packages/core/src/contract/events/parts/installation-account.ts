import * as z from "zod/mini";
import { userFields } from "../../objects/user-fields.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** The account of an installation: a user, an organization or an enterprise, which has a slug instead of a login. */
export class InstallationAccount extends namedSchema(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "avatar_url", "html_url"),
    ...fieldsWith(
      z.optional(z.string()),
      "name",
      "slug",
      "hooks_url",
      "issues_url",
      "members_url",
      "public_members_url",
      "created_at",
      "updated_at",
    ),
    ...fieldsWith(z.optional(z.nullable(z.string())), "description", "website_url", "archived_at"),
    ...fieldsWith(z.optional(z.int()), "followers", "following", "public_gists", "public_repos"),
    ...fieldsWith(z.optional(z.boolean()), "has_organization_projects", "has_repository_projects", "is_verified"),
  }),
) {}
