import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type IssueComment, issueComments } from "./issues.ts";

/** Returns the comments on an issue, oldest first. */
export function commentsOf(
  db: Database,
  issueId: number,
  since: string | undefined,
  pageRange: PageRange,
): RowPage<IssueComment> {
  const { sql, values } = allOf([where("issue_id = ?", issueId), where("updated_at >= ?", since)]);
  return queryPage(db, issueComments, `* FROM issue_comments WHERE ${sql} ORDER BY id`, values, pageRange);
}

/** Filter and order of the comments of a repository. */
export interface CommentFilter {
  readonly sort: "created" | "updated";
  readonly direction: "asc" | "desc";
  readonly since: string | undefined;
}

const SORT_COLUMNS = { created: "c.created_at", updated: "c.updated_at" } as const;

/** Returns the comments on all issues and pull requests of a repository. */
export function repositoryComments(
  db: Database,
  repositoryId: number,
  { sort, direction, since }: CommentFilter,
  pageRange: PageRange,
): RowPage<IssueComment> {
  const { sql, values } = allOf([
    where("i.repository_id = ?", repositoryId),
    { sql: "i.deleted_at IS NULL AND i.moved_number IS NULL", values: [] },
    { sql: "p.id IS NOT NULL OR json_extract(r.settings, '$.has_issues')", values: [] },
    where("c.updated_at >= ?", since),
  ]);
  const query = `c.* FROM issue_comments c JOIN issues i ON i.id = c.issue_id
    JOIN repositories r ON r.id = i.repository_id LEFT JOIN pull_requests p ON p.issue_id = i.id
    WHERE ${sql} ORDER BY ${SORT_COLUMNS[sort]} ${direction}, c.id ${direction}`;
  return queryPage(db, issueComments, query, values, pageRange);
}
