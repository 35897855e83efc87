import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type Repository, repositories } from "./repositories.ts";

// Secrets, variables and runner groups of an organization apply to all, private or selected repositories, secrets of a
// user to selected ones.

export const Visibility = z.enum(["all", "private", "selected"]);
export type Visibility = z.output<typeof Visibility>;

/** Resources that can be limited to selected repositories. Each has a table named after it. */
type Selectable = "secret" | "variable" | "runner_group";

/** SQL that creates the table of selected repositories. */
export const selectionTable = (of: Selectable) => `
CREATE TABLE ${of}_repositories (
  ${of}_id INTEGER NOT NULL REFERENCES ${of}s ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (${of}_id, repository_id)
) STRICT;
CREATE INDEX ${of}_repositories_by_repository ON ${of}_repositories (repository_id);
`;

/**
 * The rows that store a selection: those of the table that have these column values. Each row has a `repository_id`.
 */
export interface Selection {
  readonly table: string;
  readonly columns: Readonly<Record<string, number | string>>;
}

/**
 * SQL condition that a repository `r` can read the organization's secret or variable `s`: its visibility includes the
 * repository.
 */
export const readableBy = (of: "secret" | "variable") => `s.organization_id = r.owner_id
  AND (s.visibility = 'all' OR (s.visibility = 'private' AND r.private = 1) OR (s.visibility = 'selected'
    AND EXISTS (SELECT 1 FROM ${of}_repositories o WHERE o.${of}_id = s.id AND o.repository_id = r.id)))`;

/** The repositories selected for one secret, variable or runner group. */
export const selectionOf = (of: Selectable, id: number): Selection => ({
  table: `${of}_repositories`,
  columns: { [`${of}_id`]: id },
});

/** Replaces the selected repositories. */
export function selectRepositories(db: Database, selection: Selection, repositoryIds: Iterable<number>): void {
  const { sql, values } = rowsOf(selection);
  db.transaction(() => {
    db.run(`DELETE FROM ${selection.table} AS s WHERE ${sql}`, ...values);
    for (const repositoryId of repositoryIds) selectRepository(db, selection, repositoryId);
  });
}

export function selectRepository(db: Database, { table, columns }: Selection, repositoryId: number): void {
  const names = [...Object.keys(columns), "repository_id"];
  const placeholders = names.map(() => "?").join(", ");
  const sql = `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${placeholders})`;
  db.run(sql, ...Object.values(columns), repositoryId);
}

export function deselectRepository(db: Database, selection: Selection, repositoryId: number): void {
  const { sql, values } = rowsOf(selection);
  db.run(`DELETE FROM ${selection.table} AS s WHERE ${sql} AND s.repository_id = ?`, ...values, repositoryId);
}

export function isSelected(db: Database, selection: Selection, repositoryId: number): boolean {
  const { sql, values } = rowsOf(selection);
  return exists(
    db,
    `SELECT 1 FROM ${selection.table} AS s WHERE ${sql} AND s.repository_id = ?`,
    ...values,
    repositoryId,
  );
}

/**
 * Returns the selected repositories, by id.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function selectedRepositories(
  db: Database,
  selection: Selection,
  visible: Condition,
  pageRange: PageRange,
): RowPage<Repository> {
  const { sql, values } = rowsOf(selection);
  const query = `r.* FROM ${selection.table} s JOIN repositories r ON r.id = s.repository_id
    WHERE ${sql} AND (${visible.sql}) ORDER BY s.repository_id`;
  return queryPage(db, repositories, query, [...values, ...visible.values], pageRange);
}

/** Condition that matches the rows of a selection, with the alias `s`. */
function rowsOf({ columns }: Selection) {
  const sql = Object.keys(columns).map((name) => `s.${name} = ?`);
  return { sql: sql.join(" AND "), values: Object.values(columns) } satisfies Condition;
}
