import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, exists, type Part, readPart, type Window } from "./database.ts";
import { Repository } from "./repositories.ts";

// Some things of an organization are for all its repositories, for its private ones, or for selected ones.

export const Visibility = z.enum(["all", "private", "selected"]);
export type Visibility = z.output<typeof Visibility>;

/** What can be for selected repositories: each has a table of its own name, and one that says which. */
type Selectable = "secret" | "variable" | "runner_group";

/** The table that says which repositories are selected. */
export const selectionTable = (of: Selectable) => `
CREATE TABLE ${of}_repositories (
  ${of}_id INTEGER NOT NULL REFERENCES ${of}s ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (${of}_id, repository_id)
) STRICT;
CREATE INDEX ${of}_repositories_by_repository ON ${of}_repositories (repository_id);
`;

/** Where a selection is kept: rows of a table that have these columns, each with a `repository_id` beside. */
export interface Selection {
  readonly table: string;
  readonly columns: Readonly<Record<string, number | string>>;
}

/** The repositories that one secret, variable or runner group is for. */
export const selectionOf = (of: Selectable, id: number): Selection => ({
  table: `${of}_repositories`,
  columns: { [`${of}_id`]: id },
});

/** Replaces a selection. */
export function selectRepositories(db: Database, selection: Selection, repositoryIds: Iterable<number>): void {
  const { sql, values } = rowsOf(selection);
  db.transaction(() => {
    db.run(`DELETE FROM ${selection.table} AS s WHERE ${sql}`, ...values);
    for (const repositoryId of repositoryIds) selectRepository(db, selection, repositoryId);
  });
}

export function selectRepository(db: Database, { table, columns }: Selection, repositoryId: number): void {
  const names = [...Object.keys(columns), "repository_id"];
  const places = names.map(() => "?").join(", ");
  const sql = `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${places})`;
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

/** The selected repositories, the oldest first. @param visible which of them, each named `r` */
export function selectedRepositories(
  db: Database,
  selection: Selection,
  visible: Condition,
  window: Window,
): Part<Repository> {
  const { sql, values } = rowsOf(selection);
  const query = `r.* FROM ${selection.table} s JOIN repositories r ON r.id = s.repository_id
    WHERE ${sql} AND (${visible.sql}) ORDER BY s.repository_id`;
  return readPart(db, Repository, query, [...values, ...visible.values], window);
}

/** The rows of a selection, each named `s`. */
function rowsOf({ columns }: Selection) {
  const sql = Object.keys(columns).map((name) => `s.${name} = ?`);
  return { sql: sql.join(" AND "), values: Object.values(columns) } satisfies Condition;
}
