import * as z from "zod/mini";
import { fieldsWith } from "../schema.ts";

const defaultFalse = () => z._default(z.boolean(), false);
const defaultTrue = () => z._default(z.boolean(), true);

/** Body fields of calls that create a repository. */
export const newRepositoryFields = () => ({
  name: z.string(),
  ...fieldsWith(z.optional(z.string()), "description", "homepage"),
  /** Names of templates that the initial commit contains. */
  ...fieldsWith(z.optional(z.string()), "gitignore_template", "license_template"),
  /** Team that gets access to a repository of an organization. */
  team_id: z.optional(z.int()),
  ...fieldsWith(defaultFalse(), "private", "is_template", "auto_init", "allow_auto_merge", "delete_branch_on_merge"),
  ...fieldsWith(
    defaultTrue(),
    "has_issues",
    "has_projects",
    "has_wiki",
    "has_downloads",
    "allow_squash_merge",
    "allow_merge_commit",
    "allow_rebase_merge",
  ),
  squash_merge_commit_title: z.optional(z.enum(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
  squash_merge_commit_message: z.optional(z.enum(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
  merge_commit_title: z.optional(z.enum(["PR_TITLE", "MERGE_MESSAGE"])),
  merge_commit_message: z.optional(z.enum(["PR_BODY", "PR_TITLE", "BLANK"])),
});
