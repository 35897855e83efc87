import * as z from "zod/mini";
import { bypassOptions } from "../fields.ts";
import { FullRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { fieldsWith } from "../schema.ts";

/**
 * Gets a repository.
 * @see https://docs.github.com/rest/repos/repos#get-a-repository
 */
export const getRepository = operation("GET /repos/{owner}/{repo}", () => ({
  success: { 200: FullRepository.schema() },
  otherStatuses: [301, 403, 404],
  access: publicReadAccess("metadata"),
  retry: "safe",
}));

const featureStatus = () => z.optional(z.object({ status: z.optional(z.string()) }));
const defaultFalse = () => z._default(z.boolean(), false);
const defaultTrue = () => z._default(z.boolean(), true);

/**
 * Updates a repository's settings, or renames it to `name`.
 * @see https://docs.github.com/rest/repos/repos#update-a-repository
 */
export const updateRepository = operation("PATCH /repos/{owner}/{repo}", () => ({
  body: z.object({
    ...fieldsWith(z.optional(z.string()), "name", "description", "homepage", "default_branch"),
    visibility: z.optional(z.enum(["public", "private", "internal"])),
    security_and_analysis: z.optional(
      z.nullable(
        z.object({
          ...fieldsWith(
            featureStatus(),
            "advanced_security",
            "code_security",
            "secret_scanning",
            "secret_scanning_push_protection",
            "secret_scanning_ai_detection",
            "secret_scanning_non_provider_patterns",
            "secret_scanning_delegated_alert_dismissal",
            "secret_scanning_delegated_bypass",
          ),
          secret_scanning_delegated_bypass_options: z.optional(bypassOptions()),
        }),
      ),
    ),
    ...fieldsWith(defaultTrue(), "has_issues", "has_projects", "has_wiki", "has_pull_requests"),
    ...fieldsWith(defaultTrue(), "allow_squash_merge", "allow_merge_commit", "allow_rebase_merge"),
    ...fieldsWith(
      defaultFalse(),
      "private",
      "is_template",
      "archived",
      "allow_auto_merge",
      "allow_update_branch",
      "allow_forking",
    ),
    ...fieldsWith(
      defaultFalse(),
      "delete_branch_on_merge",
      "use_squash_pr_title_as_default",
      "web_commit_signoff_required",
    ),
    pull_request_creation_policy: z.optional(z.enum(["all", "collaborators_only"])),
    squash_merge_commit_title: z.optional(z.enum(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
    squash_merge_commit_message: z.optional(z.enum(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
    merge_commit_title: z.optional(z.enum(["PR_TITLE", "MERGE_MESSAGE"])),
    merge_commit_message: z.optional(z.enum(["PR_BODY", "PR_TITLE", "BLANK"])),
  }),
  success: { 200: FullRepository.schema() },
  otherStatuses: [307, 403, 404, 422],
  access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], { roles: ["repository-admin"] }),
  retry: "verify",
}));

/**
 * Deletes a repository with all its content.
 * @see https://docs.github.com/rest/repos/repos#delete-a-repository
 */
export const deleteRepository = operation("DELETE /repos/{owner}/{repo}", () => ({
  success: { 204: undefined },
  otherStatuses: [307, 403, 404, 409],
  access: permissionAccess("administration", "write", ["delete_repo"], { roles: ["repository-admin"] }),
  retry: "idempotent",
}));
