import { key, oneOf, type RowOf, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Metadata of the state itself: its dialect, whether it has been seeded, and the key that signs links. */
export const service = table("service", { key: key(oneOf(["dialect", "planted", "mark-key"])), value: text() });

/** The name of a value. */
export type MetadataKey = RowOf<typeof service>["key"];

export function readMetadata(db: Database, name: MetadataKey): string | undefined {
  return db.memoize(`service ${name}`, () => service.find(db, { key: name })?.value);
}

export function writeMetadata(db: Database, name: MetadataKey, value: string): void {
  service.put(db, { key: name, value });
}
