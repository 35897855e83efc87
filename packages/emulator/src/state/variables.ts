import * as z from "zod/mini";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";
import { readableBy, selectionTable, Visibility } from "./selections.ts";

export const VARIABLE_TABLES = `
CREATE TABLE variables (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  environment_id INTEGER REFERENCES environments ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, kind, name), UNIQUE (repository_id, kind, name), UNIQUE (environment_id, kind, name)
) STRICT;
${selectionTable("variable")}`;

export type VariableKind = "actions" | "agents";

/** The organization, repository or environment that variables of a kind belong to. */
export interface VariableScope {
  readonly kind: VariableKind;
  readonly level: "organization" | "repository" | "environment";
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

const inScope = ({ level }: VariableScope) => `${level}_id = ? AND kind = ?`;

/** @param row {@link Variable}, or {@link OrganizationVariable} in an organization's scope */
export function findVariable<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  scope: VariableScope,
  name: string,
): T | undefined {
  return db.get(row, `SELECT * FROM variables WHERE ${inScope(scope)} AND name = ?`, scope.id, scope.kind, name);
}

/**
 * Returns a page of a scope's variables, sorted by name.
 * @param row {@link Variable}, or {@link OrganizationVariable} in an organization's scope
 */
export function variablesIn<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  scope: VariableScope,
  pageRange: PageRange,
): RowPage<T> {
  const query = `* FROM variables WHERE ${inScope(scope)} ORDER BY name`;
  return queryPage(db, row, query, [scope.id, scope.kind], pageRange);
}

/** Returns the organization's variables of a kind that a repository can read, by name. */
export function organizationVariablesFor(
  db: Database,
  repositoryId: number,
  kind: VariableKind,
  pageRange: PageRange,
): RowPage<Variable> {
  const query = `s.* FROM variables s JOIN repositories r ON r.id = ? WHERE s.kind = ? AND ${readableBy("variable")}
    ORDER BY s.name`;
  return queryPage(db, Variable, query, [repositoryId, kind], pageRange);
}

export function countVariables(db: Database, scope: VariableScope): number {
  const sql = `SELECT count(*) AS count FROM variables WHERE ${inScope(scope)}`;
  return queryCount(db, sql, scope.id, scope.kind);
}

/** @returns the variable's id */
export function createVariable(db: Database, scope: VariableScope, variable: VariableSettings, now: string): number {
  const { name, value, visibility = null } = variable;
  return db.run(
    `INSERT INTO variables (kind, ${scope.level}_id, name, value, visibility, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[scope.kind, scope.id, name.toUpperCase(), value, visibility, now, now],
  ).id;
}

export function updateVariable(db: Database, id: number, { name, value, visibility }: VariableSettings, now: string) {
  db.run(
    "UPDATE variables SET name = ?, value = ?, visibility = ?, updated_at = ? WHERE id = ?",
    ...[name.toUpperCase(), value, visibility ?? null, now, id],
  );
}

/** @returns whether the variable existed */
export function deleteVariable(db: Database, scope: VariableScope, name: string): boolean {
  return db.run(`DELETE FROM variables WHERE ${inScope(scope)} AND name = ?`, scope.id, scope.kind, name).changes > 0;
}
