import * as z from "zod/mini";
import { type Database, exists, flag, json, toNullableFlag } from "./database.ts";

export const TEMPLATE_TABLES = `
CREATE TABLE organization_subject_templates (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, keys TEXT, immutable INTEGER
) STRICT;
CREATE TABLE repository_subject_templates (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE, use_default INTEGER NOT NULL, keys TEXT,
  immutable INTEGER
) STRICT;
`;

const Keys = z.array(z.string());

/** An organization's template; null values were never set. */
const OrganizationTemplate = z.object({ keys: z.nullable(json(Keys)), immutable: z.nullable(flag()) });
export type OrganizationTemplate = z.output<typeof OrganizationTemplate>;

/** A repository's template. Without its own keys, those of its organization apply. */
const RepositoryTemplate = z.extend(OrganizationTemplate, { use_default: flag() });
export type RepositoryTemplate = z.output<typeof RepositoryTemplate>;

/** Claim keys of an organization that hasn't set any. GitHub's documentation calls them the reset value. */
export const DEFAULT_SUBJECT_KEYS = ["repo", "context"];

export function organizationTemplate(db: Database, organizationId: number): OrganizationTemplate {
  const sql = "SELECT keys, immutable FROM organization_subject_templates WHERE organization_id = ?";
  return db.get(OrganizationTemplate, sql, organizationId) ?? { keys: null, immutable: null };
}

export function setOrganizationTemplate(
  db: Database,
  organizationId: number,
  { keys, immutable }: OrganizationTemplate,
): void {
  const sql = "INSERT OR REPLACE INTO organization_subject_templates VALUES (?, ?, ?)";
  db.run(sql, organizationId, keys && JSON.stringify(keys), toNullableFlag(immutable));
}

/** Returns a repository's template, or the default. */
export function repositoryTemplate(db: Database, repositoryId: number): RepositoryTemplate {
  const sql = "SELECT use_default, keys, immutable FROM repository_subject_templates WHERE repository_id = ?";
  return db.get(RepositoryTemplate, sql, repositoryId) ?? { use_default: true, keys: null, immutable: null };
}

export function setRepositoryTemplate(
  db: Database,
  repositoryId: number,
  { use_default, keys, immutable }: RepositoryTemplate,
): void {
  db.run(
    "INSERT OR REPLACE INTO repository_subject_templates VALUES (?, ?, ?, ?)",
    ...[repositoryId, Number(use_default), keys && JSON.stringify(keys), toNullableFlag(immutable)],
  );
}

/** Returns whether a repository has been renamed. */
export function wasRenamed(db: Database, repositoryId: number): boolean {
  return exists(db, "SELECT 1 FROM former_names WHERE repository_id = ?", repositoryId);
}
