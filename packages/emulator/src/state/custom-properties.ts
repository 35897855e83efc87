import * as z from "zod/mini";
import { type Database, exists, json } from "./database.ts";

export const CUSTOM_PROPERTY_TABLES = `
CREATE TABLE custom_properties (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  default_value TEXT, PRIMARY KEY (organization_id, name)
) STRICT;
CREATE TABLE custom_property_values (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, PRIMARY KEY (repository_id, name)
) STRICT;
`;

const Value = z.union([z.string(), z.array(z.string())]);
export type PropertyValue = z.output<typeof Value>;

/** A property's value for one repository: its own, else the organization's default, else null. */
export interface RepositoryPropertyValue {
  readonly property_name: string;
  readonly value: PropertyValue | null;
}

/** Defines a property of an organization. */
export function defineProperty(
  db: Database,
  organizationId: number,
  name: string,
  defaultValue: PropertyValue | undefined,
): void {
  const text = defaultValue === undefined ? null : JSON.stringify(defaultValue);
  db.run("INSERT INTO custom_properties VALUES (?, ?, ?)", organizationId, name, text);
}

const Name = z.object({ name: z.string() });

/** Returns the exact name of an organization's property; undefined if it isn't defined. */
export function findPropertyName(db: Database, organizationId: number, name: string): string | undefined {
  const sql = "SELECT name FROM custom_properties WHERE organization_id = ? AND name = ?";
  return db.get(Name, sql, organizationId, name)?.name;
}

export function setPropertyValue(db: Database, repositoryId: number, name: string, value: PropertyValue): void {
  db.run("INSERT OR REPLACE INTO custom_property_values VALUES (?, ?, ?)", repositoryId, name, JSON.stringify(value));
}

const Row = z.object({ id: z.int(), property_name: z.string(), value: z.nullable(json(Value)) });

/** Returns each repository's values of its organization's properties, by repository id. */
export function propertiesOf(
  db: Database,
  repositoryIds: readonly number[],
): ReadonlyMap<number, readonly RepositoryPropertyValue[]> {
  const rows = db.all(
    Row,
    `SELECT r.id, p.name AS property_name, coalesce(v.value, p.default_value) AS value
     FROM json_each(?) e JOIN repositories r ON r.id = e.value JOIN custom_properties p ON p.organization_id = r.owner_id
       LEFT JOIN custom_property_values v ON v.repository_id = r.id AND v.name = p.name
     ORDER BY p.name`,
    JSON.stringify(repositoryIds),
  );
  const grouped = Map.groupBy(rows, ({ id }) => id);
  return new Map(repositoryIds.map((id) => [id, grouped.get(id)?.map(withoutId) ?? []]));
}

const withoutId = ({ property_name, value }: z.output<typeof Row>) => ({ property_name, value });

export function isDefinedProperty(db: Database, organizationId: number, name: string): boolean {
  return exists(db, "SELECT 1 FROM custom_properties WHERE organization_id = ? AND name = ?", organizationId, name);
}
