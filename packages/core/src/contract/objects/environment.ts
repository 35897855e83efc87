import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** Which branches may deploy (public description). */
export interface DeploymentBranchPolicy extends OutputOf<typeof deploymentBranchPolicySchema> {}
const deploymentBranchPolicySchema = /* @__PURE__ */ named(() =>
  z.looseObject({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() }),
);
export const DeploymentBranchPolicy: Named<DeploymentBranchPolicy> = deploymentBranchPolicySchema;

/** A deployment environment of a repository (public description). */
export interface Environment extends OutputOf<typeof environmentSchema> {}
const environmentSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "name", "url", "html_url", "created_at", "updated_at"),
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
                  type: z.optional(open("User", "Team")),
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
  }),
);
export const Environment: Named<Environment> = environmentSchema;
