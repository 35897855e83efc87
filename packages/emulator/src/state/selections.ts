import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, type Part, readPart, type Window } from "./database.ts";
import { Repository } from "./repositories.ts";

// Some things of an organization are for all its repositories, for its private ones, or for selected ones.

export const Visibility = z.enum(["all", "private", "selected"]);
export type Visibility = z.output<typeof Visibility>;

/** What can be for selected repositories: each has a table of its own name, and one that says which. */
export type Selectable = "secret" | "variable" | "runner_group";

/** The table that says which repositories are selected. */
export const selectionTable = (of: Selectable) => `
CREATE TABLE ${of}_repositories (
  ${of}_id INTEGER NOT NULL REFERENCES ${of}s ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (${of}_id, repository_id)
) STRICT;
CREATE INDEX ${of}_repositories_by_repository ON ${of}_repositories (repository_id);
`;

/** Replaces a selection. */
export function selectRepositories(db: Database, of: Selectable, id: number, repositoryIds: Iterable<number>): void {
  db.transaction(() => {
    db.run(`DELETE FROM ${of}_repositories WHERE ${of}_id = ?`, id);
    for (const repositoryId of repositoryIds) selectRepository(db, of, id, repositoryId);
  });
}

export function selectRepository(db: Database, of: Selectable, id: number, repositoryId: number): void {
  db.run(`INSERT OR IGNORE INTO ${of}_repositories VALUES (?, ?)`, id, repositoryId);
}

export function deselectRepository(db: Database, of: Selectable, id: number, repositoryId: number): void {
  db.run(`DELETE FROM ${of}_repositories WHERE ${of}_id = ? AND repository_id = ?`, id, repositoryId);
}

/** The selected repositories, the oldest first. @param visible which of them, each named `r` */
export function selectedRepositories(
  db: Database,
  of: Selectable,
  id: number,
  visible: Condition,
  window: Window,
): Part<Repository> {
  const query = `r.* FROM ${of}_repositories s JOIN repositories r ON r.id = s.repository_id
    WHERE s.${of}_id = ? AND (${visible.sql}) ORDER BY s.repository_id`;
  return readPart(db, Repository, query, [id, ...visible.values], window);
}
