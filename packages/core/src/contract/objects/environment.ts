import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Branches that can deploy to an environment. */
export class DeploymentBranchPolicy extends namedObject(() => ({
  protected_branches: z.boolean(),
  custom_branch_policies: z.boolean(),
})) {}

/** A deployment environment of a repository. */
export class Environment extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name", "url", "html_url", "created_at", "updated_at"),
  protection_rules: z.optional(
    z.array(
      z.union([
        z.looseObject({ id: z.int(), node_id: z.string(), type: z.string(), wait_timer: z.optional(z.int()) }),
        z.looseObject({
          id: z.int(),
          node_id: z.string(),
          prevent_self_review: z.optional(z.boolean()),
          type: z.string(),
          reviewers: z.optional(
            z.array(
              z.looseObject({
                type: z.optional(extensibleEnum("User", "Team")),
                reviewer: z.optional(z.union([User.schema(), Team.schema()])),
              }),
            ),
          ),
        }),
        z.looseObject({ id: z.int(), node_id: z.string(), type: z.string() }),
      ]),
    ),
  ),
  deployment_branch_policy: z.optional(z.nullable(DeploymentBranchPolicy.schema())),
  can_admins_bypass: z.optional(z.boolean()),
})) {}
