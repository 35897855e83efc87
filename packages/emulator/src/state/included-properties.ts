import * as z from "zod/mini";
import { type Database, exists } from "./database.ts";

// Custom properties that are included as claims in the OIDC tokens of an organization's jobs.

export const INCLUDED_PROPERTY_TABLES = `
CREATE TABLE included_properties (
  organization_id INTEGER NOT NULL, name TEXT NOT NULL COLLATE NOCASE, PRIMARY KEY (organization_id, name),
  FOREIGN KEY (organization_id, name) REFERENCES custom_properties ON DELETE CASCADE
) STRICT;
`;

const Name = z.object({ name: z.string() });

/** Returns the names of the included properties, in the order they were included. */
export function includedProperties(db: Database, organizationId: number): string[] {
  const sql = "SELECT name FROM included_properties WHERE organization_id = ? ORDER BY rowid";
  return db.all(Name, sql, organizationId).map(({ name }) => name);
}

export function isIncludedProperty(db: Database, organizationId: number, name: string): boolean {
  return exists(db, "SELECT 1 FROM included_properties WHERE organization_id = ? AND name = ?", organizationId, name);
}

/**
 * Includes a property.
 * @param name the exact name of the definition
 */
export function includeProperty(db: Database, organizationId: number, name: string): void {
  db.run("INSERT INTO included_properties VALUES (?, ?)", organizationId, name);
}

export function excludeProperty(db: Database, organizationId: number, name: string): void {
  db.run("DELETE FROM included_properties WHERE organization_id = ? AND name = ?", organizationId, name);
}
