import * as z from "zod/mini";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";
import { selectionTable, Visibility } from "./selections.ts";

export const VARIABLE_TABLES = `
CREATE TABLE variables (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, name), UNIQUE (repository_id, name)
) STRICT;
${selectionTable("variable")}`;

export interface VariableOwner {
  readonly level: "organization" | "repository";
  readonly id: number;
}

export const Variable = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Variable = z.output<typeof Variable>;

/** An organization's variable also has a visibility. */
export const OrganizationVariable = z.extend(Variable, { visibility: Visibility });
export type OrganizationVariable = z.output<typeof OrganizationVariable>;

/** The fields of a variable that can be set; only an organization's has `visibility`. */
export interface VariableSettings {
  readonly name: string;
  readonly value: string;
  readonly visibility?: Visibility;
}

/** @param row {@link Variable}, or {@link OrganizationVariable} for an organization */
export function findVariable<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  owner: VariableOwner,
  name: string,
): T | undefined {
  return db.get(row, `SELECT * FROM variables WHERE ${owner.level}_id = ? AND name = ?`, owner.id, name);
}

/**
 * Returns a page of an owner's variables, sorted by name.
 * @param row {@link Variable}, or {@link OrganizationVariable} for an organization
 */
export function variablesOf<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  owner: VariableOwner,
  pageRange: PageRange,
): RowPage<T> {
  return queryPage(db, row, `* FROM variables WHERE ${owner.level}_id = ? ORDER BY name`, [owner.id], pageRange);
}

export function countVariables(db: Database, owner: VariableOwner): number {
  const sql = `SELECT count(*) AS count FROM variables WHERE ${owner.level}_id = ?`;
  return queryCount(db, sql, owner.id);
}

/** @returns the variable's id */
export function createVariable(db: Database, owner: VariableOwner, variable: VariableSettings, now: string): number {
  const { name, value, visibility = null } = variable;
  return db.run(
    `INSERT INTO variables (${owner.level}_id, name, value, visibility, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[owner.id, name.toUpperCase(), value, visibility, now, now],
  ).id;
}

export function updateVariable(db: Database, id: number, { name, value, visibility }: VariableSettings, now: string) {
  db.run(
    "UPDATE variables SET name = ?, value = ?, visibility = ?, updated_at = ? WHERE id = ?",
    ...[name.toUpperCase(), value, visibility ?? null, now, id],
  );
}

/** @returns whether the variable existed */
export function deleteVariable(db: Database, owner: VariableOwner, name: string): boolean {
  return db.run(`DELETE FROM variables WHERE ${owner.level}_id = ? AND name = ?`, owner.id, name).changes > 0;
}
