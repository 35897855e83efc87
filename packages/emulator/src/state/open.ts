import type { DialectName } from "@forgehand/core/dialects";
import { type Database, openDatabase } from "./database.ts";
import { openFile } from "./file.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import { serviceValue, setServiceValue } from "./service.ts";
import { putTables } from "./snapshot.ts";

/**
 * Opens the state, in a file where one is named.
 * @returns whether it holds what a service once started with; else it is empty
 * @throws Error in one line on a file that can't be used, or whose state is in another vendor's names
 */
export function openState(
  path: string | undefined,
  dialect: DialectName,
): { readonly db: Database; readonly isPlanted: boolean } {
  if (path === undefined) return { db: openDatabase(SCHEMA), isPlanted: false };
  const db = openFile(path, { sql: SCHEMA, version: SCHEMA_VERSION });
  const before = serviceValue(db, "dialect");
  if (before !== undefined && before !== dialect) {
    db.close();
    throw new Error(`${path} keeps what was written in the dialect ${before}. Start with that, or use another file.`);
  }
  const isPlanted = serviceValue(db, "planted") !== undefined;
  // A service that was killed while it planted its seed begins anew.
  if (!isPlanted) putTables(db, {});
  return { db, isPlanted };
}

/** From now on the state holds what the service starts with. */
export function markPlanted(db: Database, dialect: DialectName): void {
  setServiceValue(db, "dialect", dialect);
  setServiceValue(db, "planted", "yes");
}
