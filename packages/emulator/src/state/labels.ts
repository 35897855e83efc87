import * as z from "zod/mini";
import { type Database, flag } from "./database.ts";

export const LABEL_TABLES = `
CREATE TABLE labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, color TEXT NOT NULL, description TEXT NOT NULL, is_default INTEGER NOT NULL,
  UNIQUE (repository_id, name)
) STRICT;
`;

/** Labels of issues; created after the issues table. */
export const ISSUE_LABEL_TABLES = `
CREATE TABLE issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE, PRIMARY KEY (issue_id, label_id)
) STRICT;
CREATE INDEX issue_labels_by_label ON issue_labels (label_id);
`;

export const Label = z.object({
  id: z.int(),
  repository_id: z.int(),
  name: z.string(),
  /** Six hexadecimal digits. */
  color: z.string(),
  description: z.string(),
  /** Whether it is one of a new repository's default labels. */
  is_default: flag(),
});
export type Label = z.output<typeof Label>;

export function createLabel(db: Database, label: Omit<Label, "id">): Label {
  const { id } = db.run(
    "INSERT INTO labels (repository_id, name, color, description, is_default) VALUES (?, ?, ?, ?, ?)",
    ...[label.repository_id, label.name, label.color, label.description, Number(label.is_default)],
  );
  return { ...label, id };
}

export function findLabel(db: Database, repositoryId: number, name: string): Label | undefined {
  return db.get(Label, "SELECT * FROM labels WHERE repository_id = ? AND name = ?", repositoryId, name);
}

export function labelIssue(db: Database, issueId: number, labelId: number): void {
  db.run("INSERT OR IGNORE INTO issue_labels VALUES (?, ?)", issueId, labelId);
}

/** Returns an issue's labels by name. */
export function labelsOf(db: Database, issueId: number): Label[] {
  const sql = `SELECT l.* FROM issue_labels i JOIN labels l ON l.id = i.label_id WHERE i.issue_id = ? ORDER BY l.name`;
  return db.all(Label, sql, issueId);
}
