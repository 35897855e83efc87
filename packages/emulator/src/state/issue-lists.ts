import { allOf, type Condition, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type Issue, issues } from "./issues.ts";

/** Filters and order of every list of issues. */
export interface IssueFilter {
  readonly state: "open" | "closed" | "all";
  /** Names of labels that an issue must all have. */
  readonly labels: readonly string[];
  readonly sort: "created" | "updated" | "comments";
  readonly direction: "asc" | "desc";
  /** The earliest time of the last change. */
  readonly since: string | undefined;
}

const SORT_EXPRESSIONS = {
  created: "i.created_at",
  updated: "i.updated_at",
  comments: "(SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id)",
} as const satisfies Record<IssueFilter["sort"], string>;

const HAS_LABEL = `EXISTS (SELECT 1 FROM issue_labels n JOIN labels l ON l.id = n.label_id
  WHERE n.issue_id = i.id AND l.name = ?)`;

/**
 * Lists issues and pull requests, except issues of repositories that have issues disabled.
 * @param condition a condition on the issues `i`, their repositories `r` and pull requests `p`
 */
export function listIssues(
  db: Database,
  condition: Condition,
  { state, labels, sort, direction, since }: IssueFilter,
  pageRange: PageRange,
): RowPage<Issue> {
  const { sql, values } = allOf([
    condition,
    { sql: "i.deleted_at IS NULL AND i.moved_number IS NULL", values: [] },
    { sql: "p.id IS NOT NULL OR json_extract(r.settings, '$.has_issues')", values: [] },
    where("i.state = ?", state === "all" ? undefined : state),
    ...labels.map((name) => where(HAS_LABEL, name)),
    where("i.updated_at >= ?", since),
  ]);
  const query = `i.* FROM issues i JOIN repositories r ON r.id = i.repository_id
    LEFT JOIN pull_requests p ON p.issue_id = i.id
    WHERE ${sql} ORDER BY ${SORT_EXPRESSIONS[sort]} ${direction}, i.number ${direction}, i.id ${direction}`;
  return queryPage(db, issues, query, values, pageRange);
}

/**
 * Matches issues with a value of a public field.
 * @param value the text, the number or the name of an option; undefined for any value
 */
export function hasFieldValue(field: string, value: string | undefined): Condition {
  const { sql, values } = allOf([
    { sql: "v.issue_id = i.id AND f.name = ? AND f.is_public", values: [field] },
    where("? COLLATE NOCASE IN (v.text, CAST(v.number AS TEXT), o.name)", value),
  ]);
  const from = `issue_field_values v JOIN issue_fields f ON f.id = v.field_id
    LEFT JOIN issue_field_choices x ON x.value_id = v.id LEFT JOIN issue_field_options o ON o.id = x.option_id`;
  return { sql: `EXISTS (SELECT 1 FROM ${from} WHERE ${sql})`, values };
}
