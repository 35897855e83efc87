import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { Organization } from "./organization.ts";
import { User } from "./user.ts";

/** Membership of a user in an organization, `pending` until the user accepts the invitation. */
export class OrganizationMembership extends namedObject(() => ({
  ...fieldsWith(z.string(), "url", "organization_url"),
  state: extensibleEnum("active", "pending"),
  role: extensibleEnum("admin", "member", "billing_manager"),
  direct_membership: z.optional(z.boolean()),
  enterprise_teams_providing_indirect_membership: z.optional(z.array(z.string())),
  organization: Organization.schema(),
  user: z.nullable(User.schema()),
  permissions: z.optional(z.looseObject({ can_create_repository: z.boolean() })),
})) {}
