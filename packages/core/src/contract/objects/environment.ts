import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Branches that can deploy to an environment. */
export interface DeploymentBranchPolicy extends SchemaOutput<typeof deploymentBranchPolicySchema> {}
const deploymentBranchPolicySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() }),
);
export const DeploymentBranchPolicy: NamedSchema<DeploymentBranchPolicy> = deploymentBranchPolicySchema;

/** A deployment environment of a repository. */
export interface Environment extends SchemaOutput<typeof environmentSchema> {}
const environmentSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
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
                  reviewer: z.optional(z.union([User(), Team()])),
                }),
              ),
            ),
          }),
          z.looseObject({ id: z.int(), node_id: z.string(), type: z.string() }),
        ]),
      ),
    ),
    deployment_branch_policy: z.optional(z.nullable(DeploymentBranchPolicy())),
    can_admins_bypass: z.optional(z.boolean()),
  }),
);
export const Environment: NamedSchema<Environment> = environmentSchema;
