import * as z from "zod/mini";
import type { Database } from "./database.ts";

export const CLOCK_TABLES = `
CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), ahead INTEGER NOT NULL) STRICT;
`;

const Row = z.object({ ahead: z.int() });

/** Milliseconds that the emulator's clock is ahead of real time. */
export function clockAhead(db: Database): number {
  return db.get(Row, "SELECT ahead FROM clock")?.ahead ?? 0;
}

export function setClockAhead(db: Database, milliseconds: number): void {
  db.run("INSERT OR REPLACE INTO clock VALUES (1, ?)", Math.round(milliseconds));
}
