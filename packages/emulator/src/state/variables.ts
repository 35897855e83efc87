import * as z from "zod/mini";
import { type Database, type Part, readPart, type Window } from "./database.ts";

export const VARIABLE_TABLES = `
CREATE TABLE variables (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, PRIMARY KEY (repository_id, name)
) STRICT;
`;

export const Variable = z.object({
  name: z.string(),
  value: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Variable = z.output<typeof Variable>;

export function findVariable(db: Database, repositoryId: number, name: string): Variable | undefined {
  return db.get(Variable, "SELECT * FROM variables WHERE repository_id = ? AND name = ?", repositoryId, name);
}

export function variablesOf(db: Database, repositoryId: number, window: Window): Part<Variable> {
  return readPart(db, Variable, "* FROM variables WHERE repository_id = ? ORDER BY name", [repositoryId], window);
}

export function createVariable(db: Database, repositoryId: number, name: string, value: string, now: string): void {
  db.run("INSERT INTO variables VALUES (?, ?, ?, ?, ?)", repositoryId, name.toUpperCase(), value, now, now);
}

export function updateVariable(
  db: Database,
  repositoryId: number,
  variable: Variable,
  change: { readonly name: string; readonly value: string },
  now: string,
): void {
  db.run(
    "UPDATE variables SET name = ?, value = ?, updated_at = ? WHERE repository_id = ? AND name = ?",
    ...[change.name.toUpperCase(), change.value, now, repositoryId, variable.name],
  );
}

export function deleteVariable(db: Database, repositoryId: number, name: string): boolean {
  return db.run("DELETE FROM variables WHERE repository_id = ? AND name = ?", repositoryId, name).changes > 0;
}
