import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { CachedPage, CachedSite } from "../cache/cached-data.ts";

// Settings and cached data are stored in IndexedDB of the extension's own origin. Unlike `storage.local`, content scripts
// can neither read nor write it.

interface StateDatabase extends DBSchema {
  /** The user's settings, where the user has moved the overlay's tabs, and the pending reviews that were last seen. */
  settings: { key: "settings" | "tabs" | "seen-reviews"; value: unknown };
  /** By origin. */
  sites: { key: string; value: CachedSite };
  /** By the page's key in lower case, because names are case-insensitive. */
  pages: { key: string; value: CachedPage; indexes: { at: number } };
}

let connection: Promise<IDBPDatabase<StateDatabase>> | undefined;

/** Opens the database when it is first needed. A failed attempt is repeated by the next call. */
export function openStateDatabase(): Promise<IDBPDatabase<StateDatabase>> {
  connection ??= openDB<StateDatabase>("forgehand-state", 1, {
    upgrade(db) {
      db.createObjectStore("settings");
      db.createObjectStore("sites");
      db.createObjectStore("pages").createIndex("at", "at");
    },
    terminated: () => {
      connection = undefined;
    },
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/** Deletes the settings and the states of pages. Sites are derived from the accounts, and are updated with them. */
export async function clearState(): Promise<void> {
  const transaction = (await openStateDatabase()).transaction(["settings", "pages"], "readwrite");
  await Promise.all([
    transaction.objectStore("settings").clear(),
    transaction.objectStore("pages").clear(),
    transaction.done,
  ]);
}
