import * as z from "zod/mini";
import { BranchProtection, ProtectionSetting, UpdatedBranchProtection } from "../objects/branch-protection.ts";
import { operation } from "../operation.ts";
import { permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { change, get, getIfPresent, readWriteAccess, update } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";

const ACCESS = readWriteAccess((level) =>
  permissionAccess("administration", level, [WRITE_REPO_SCOPES], { roles: ["repository-admin"] }),
);

/** Users by login, teams and apps by slug. */
const actors = () => z.object(fieldsWith(z.optional(z.array(z.string())), "users", "teams", "apps"));

const optionalSwitch = () => z.optional(z.boolean());

/**
 * Gets the protection of a branch; null if it is not protected, or only by rulesets.
 * @see https://docs.github.com/rest/branches/branch-protection#get-branch-protection
 */
export const getBranchProtection = operation("GET /repos/{owner}/{repo}/branches/{branch}/protection", () =>
  getIfPresent(ACCESS.read, BranchProtection.schema()),
);

/**
 * Protects a branch, or replaces its protection. Null turns a part off.
 * @see https://docs.github.com/rest/branches/branch-protection#update-branch-protection
 */
export const putBranchProtection = operation("PUT /repos/{owner}/{repo}/branches/{branch}/protection", () => ({
  body: z.object({
    required_status_checks: z.nullable(
      z.object({
        /** Whether a branch must be up to date with the protected one before it is merged. */
        strict: z.boolean(),
        contexts: z.array(z.string()),
        checks: z.optional(z.array(z.object({ context: z.string(), app_id: z.optional(z.int()) }))),
      }),
    ),
    enforce_admins: z.nullable(z.boolean()),
    required_pull_request_reviews: z.nullable(
      z.object({
        ...fieldsWith(z.optional(actors()), "dismissal_restrictions", "bypass_pull_request_allowances"),
        ...fieldsWith(optionalSwitch(), "dismiss_stale_reviews", "require_code_owner_reviews"),
        required_approving_review_count: z.optional(z.int().check(z.gte(0), z.lte(6))),
        require_last_push_approval: z._default(z.boolean(), false),
      }),
    ),
    /** Users, teams and apps that can push to the branch; only for repositories of organizations. */
    restrictions: z.nullable(
      z.object({
        ...fieldsWith(z.array(z.string()), "users", "teams"),
        apps: z.optional(z.array(z.string())),
      }),
    ),
    allow_force_pushes: z.optional(z.nullable(z.boolean())),
    ...fieldsWith(
      optionalSwitch(),
      "required_linear_history",
      "allow_deletions",
      "block_creations",
      "required_conversation_resolution",
    ),
    ...fieldsWith(z._default(z.boolean(), false), "lock_branch", "allow_fork_syncing"),
  }),
  ...update(ACCESS.write, UpdatedBranchProtection.schema(), [403, 404, 422]),
}));

/**
 * Removes the protection of a branch.
 * @see https://docs.github.com/rest/branches/branch-protection#delete-branch-protection
 */
export const deleteBranchProtection = operation("DELETE /repos/{owner}/{repo}/branches/{branch}/protection", () =>
  change(ACCESS.write, [403]),
);

/**
 * Gets whether a protected branch requires signed commits.
 * @see https://docs.github.com/rest/branches/branch-protection#get-commit-signature-protection
 */
export const getRequiredSignatures = operation(
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures",
  () => get(ACCESS.read, ProtectionSetting.schema(), [404]),
);
