import * as z from "zod/mini";
import { json, type RowOf, reference, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** The ids of users, teams and apps. */
export const ProtectionActors = z.object({
  users: z.array(z.int()),
  teams: z.array(z.int()),
  apps: z.array(z.int()),
});
export type ProtectionActors = z.output<typeof ProtectionActors>;

/** The settings of a protection. Null turns a part off. */
export const ProtectionSettings = z.object({
  required_status_checks: z.nullable(
    z.object({
      strict: z.boolean(),
      /** A check of any app has null. */
      checks: z.array(z.object({ context: z.string(), app_id: z.nullable(z.int()) })),
    }),
  ),
  required_pull_request_reviews: z.nullable(
    z.object({
      dismissal_restrictions: z.nullable(ProtectionActors),
      bypass_pull_request_allowances: z.nullable(ProtectionActors),
      dismiss_stale_reviews: z.boolean(),
      require_code_owner_reviews: z.boolean(),
      require_last_push_approval: z.boolean(),
      required_approving_review_count: z.int(),
    }),
  ),
  restrictions: z.nullable(ProtectionActors),
  enforce_admins: z.boolean(),
  required_signatures: z.boolean(),
  required_linear_history: z.boolean(),
  allow_force_pushes: z.boolean(),
  allow_deletions: z.boolean(),
  block_creations: z.boolean(),
  required_conversation_resolution: z.boolean(),
  lock_branch: z.boolean(),
  allow_fork_syncing: z.boolean(),
});
export type ProtectionSettings = z.output<typeof ProtectionSettings>;

/** Protections of branches. */
export const branchProtections = table(
  "branch_protections",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    /** A branch, or a pattern of branches. */
    pattern: text(),
    settings: json(ProtectionSettings),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["repository_id", "pattern"]] },
);
export type BranchProtectionRow = RowOf<typeof branchProtections>;

/** The settings of a protection in which everything is off. */
export const PROTECTION_DEFAULTS: ProtectionSettings = {
  required_status_checks: null,
  required_pull_request_reviews: null,
  restrictions: null,
  enforce_admins: false,
  required_signatures: false,
  required_linear_history: false,
  allow_force_pushes: false,
  allow_deletions: false,
  block_creations: false,
  required_conversation_resolution: false,
  lock_branch: false,
  allow_fork_syncing: false,
};

/** The names that branches had before they were renamed. */
export const formerBranches = table(
  "former_branches",
  {
    repository_id: reference("repositories"),
    name: text(),
    new_name: text(),
  },
  { key: ["repository_id", "name"] },
);

/** Returns the name of a renamed branch. */
export function findRenamedBranch(db: Database, repositoryId: number, name: string): string | undefined {
  const visited = new Set<string>();
  let current = name;
  while (!visited.has(current)) {
    visited.add(current);
    const next = formerBranches.find(db, { repository_id: repositoryId, name: current })?.new_name;
    if (next === undefined) break;
    current = next;
  }
  return current === name ? undefined : current;
}
