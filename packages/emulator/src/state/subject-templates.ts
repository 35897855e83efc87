import * as z from "zod/mini";
import { type Database, flag, json } from "./database.ts";

export const TEMPLATE_TABLES = `
CREATE TABLE organization_subject_templates (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts, keys TEXT NOT NULL
) STRICT;
CREATE TABLE repository_subject_templates (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE, use_default INTEGER NOT NULL, keys TEXT
) STRICT;
`;

const Keys = z.array(z.string());

/** The template of an organization that never set one (public documents: reset is repo, context). */
const DEFAULT_KEYS = ["repo", "context"];

export function organizationTemplate(db: Database, organizationId: number): string[] {
  const Row = z.object({ keys: json(Keys) });
  const sql = "SELECT keys FROM organization_subject_templates WHERE organization_id = ?";
  return db.get(Row, sql, organizationId)?.keys ?? DEFAULT_KEYS;
}

export function setOrganizationTemplate(db: Database, organizationId: number, keys: readonly string[]): void {
  db.run("INSERT OR REPLACE INTO organization_subject_templates VALUES (?, ?)", organizationId, JSON.stringify(keys));
}

/** A repository's own template; undefined where it was never set. */
export function repositoryTemplate(db: Database, repositoryId: number) {
  const Row = z.object({ use_default: flag(), keys: z.nullable(json(Keys)) });
  const sql = "SELECT use_default, keys FROM repository_subject_templates WHERE repository_id = ?";
  return db.get(Row, sql, repositoryId);
}

export function setRepositoryTemplate(
  db: Database,
  repositoryId: number,
  template: { readonly useDefault: boolean; readonly keys: readonly string[] | undefined },
): void {
  const keys = template.keys ? JSON.stringify(template.keys) : null;
  const sql = "INSERT OR REPLACE INTO repository_subject_templates VALUES (?, ?, ?)";
  db.run(sql, repositoryId, Number(template.useDefault), keys);
}
