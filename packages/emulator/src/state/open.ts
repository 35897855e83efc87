import type { DialectName } from "@forgehand/core/dialects";
import { type Database, openDatabase } from "./database.ts";
import { openFile } from "./file.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import { restoreTables } from "./snapshot.ts";

/**
 * Opens the state: the given file, or an in-memory database without one.
 * @returns the database, and whether it has been seeded; otherwise it is empty
 * @throws Error with a one-line message if the file can't be used or its state was written in another dialect
 */
export function openState(
  path: string | undefined,
  dialect: DialectName,
): { readonly db: Database; readonly isSeeded: boolean } {
  if (path === undefined) return { db: openDatabase(SCHEMA), isSeeded: false };
  const db = openFile(path, { sql: SCHEMA, version: SCHEMA_VERSION });
  const storedDialect = readMetadata(db, "dialect");
  if (storedDialect !== undefined && storedDialect !== dialect) {
    db.close();
    throw new Error(
      `${path} was written in the dialect ${storedDialect}. Start with that dialect, or use another file.`,
    );
  }
  const isSeeded = readMetadata(db, "planted") !== undefined;
  // An emulator that was killed while it seeded the file starts over.
  if (!isSeeded) restoreTables(db, {});
  return { db, isSeeded };
}

/** Marks the state as seeded. */
export function markSeeded(db: Database, dialect: DialectName): void {
  writeMetadata(db, "dialect", dialect);
  writeMetadata(db, "planted", "yes");
}
