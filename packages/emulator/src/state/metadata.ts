import * as z from "zod/mini";
import type { Database } from "./database.ts";

// Metadata of the state itself.

export const SERVICE_TABLES = `
CREATE TABLE service (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** The dialect that the state was written in, whether it has been seeded, and the key that signs links. */
export type MetadataKey = "dialect" | "planted" | "mark-key";

const Value = z.object({ value: z.string() });

export function readMetadata(db: Database, key: MetadataKey): string | undefined {
  return db.memoize(`service ${key}`, () => db.get(Value, "SELECT value FROM service WHERE key = ?", key)?.value);
}

export function writeMetadata(db: Database, key: MetadataKey, value: string): void {
  db.run("INSERT OR REPLACE INTO service VALUES (?, ?)", key, value);
}
