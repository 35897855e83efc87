import * as z from "zod/mini";
import { integer, json, nullable, type RowOf, reference, row, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** The value of a property: one string, or several. */
export const PropertyValue = z.union([z.string(), z.array(z.string())]);

/** The properties that an organization defines for its repositories. */
export const customProperties = table(
  "custom_properties",
  { organization_id: reference("accounts"), name: typedName(), default_value: nullable(json(PropertyValue)) },
  { key: ["organization_id", "name"] },
);

export const propertyValues = table(
  "custom_property_values",
  { repository_id: reference("repositories"), name: typedName(), value: json(PropertyValue) },
  { key: ["repository_id", "name"] },
);

/** A property's value for one repository: its own, else the organization's default, else null. */
export interface RepositoryPropertyValue {
  readonly property_name: string;
  readonly value: z.output<typeof PropertyValue> | null;
}

const Row = row({ id: integer(), property_name: text(), value: nullable(json(PropertyValue)) });

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

const withoutId = ({ property_name, value }: RowOf<typeof Row>) => ({ property_name, value });
