import { nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

export const commitStatuses = table(
  "commit_statuses",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    sha: text(),
    /** Names the check. */
    context: text(),
    state: oneOf(["error", "failure", "pending", "success"]),
    description: nullable(text()),
    target_url: nullable(text()),
    creator_id: nullable(reference("accounts", "SET NULL")),
    created_at: text(),
  },
  { indexes: { commit_statuses_by_commit: "repository_id, sha, context, id" } },
);
export type CommitStatus = RowOf<typeof commitStatuses>;

/** Returns all statuses of a commit, newest first. */
export function commitStatusesOf(
  db: Database,
  repositoryId: number,
  sha: string,
  range: PageRange,
): RowPage<CommitStatus> {
  return commitStatuses.page(db, { repository_id: repositoryId, sha }, "id DESC", range);
}

/** Returns the latest status of each context of a commit. */
export function latestStatuses(
  db: Database,
  repositoryId: number,
  sha: string,
  range: PageRange,
): RowPage<CommitStatus> {
  const sql = `* FROM commit_statuses WHERE id IN
    (SELECT max(s.id) FROM commit_statuses s WHERE s.repository_id = ? AND s.sha = ? GROUP BY s.context) ORDER BY id`;
  return queryPage(db, commitStatuses, sql, [repositoryId, sha], range);
}

/** Combines the latest statuses of a commit. */
export function combineStates(statuses: readonly Pick<CommitStatus, "state">[]): "failure" | "pending" | "success" {
  if (statuses.some(({ state }) => state === "failure" || state === "error")) return "failure";
  return statuses.length > 0 && statuses.every(({ state }) => state === "success") ? "success" : "pending";
}
