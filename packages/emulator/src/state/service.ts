import * as z from "zod/mini";
import type { Database } from "./database.ts";

// What the service knows of itself.

export const SERVICE_TABLES = `
CREATE TABLE service (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** What is kept: the dialect that everything was written in, whether the seed is in, the key of marks. */
export type ServiceKey = "dialect" | "planted" | "mark-key";

const Value = z.object({ value: z.string() });

export function serviceValue(db: Database, key: ServiceKey): string | undefined {
  return db.remember(`service ${key}`, () => db.get(Value, "SELECT value FROM service WHERE key = ?", key)?.value);
}

export function setServiceValue(db: Database, key: ServiceKey, value: string): void {
  db.run("INSERT OR REPLACE INTO service VALUES (?, ?)", key, value);
}
