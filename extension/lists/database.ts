import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./entry.ts";
import type { Gathering } from "./gathering.ts";
import type { ItemState, Job, JobItem } from "./job.ts";

/** A cached response that is revalidated before use. */
export interface CachedResponse {
  readonly name: string;
  readonly text: string;
  /** Time of the last use, in milliseconds since 1970. */
  readonly usedAt: number;
}

export interface ListsDatabaseSchema extends DBSchema {
  entries: {
    key: [account: string, id: number];
    value: Entry;
    indexes: { key: [account: string, key: string]; revision: [account: string, revision: number] };
  };
  gatherings: { key: string; value: Gathering };
  jobs: { key: string; value: Job; indexes: { account: string } };
  items: {
    key: [job: string, index: number];
    value: JobItem;
    indexes: { state: [job: string, state: ItemState] };
  };
  responses: { key: string; value: CachedResponse; indexes: { usedAt: number } };
}

export type ListsDatabase = IDBPDatabase<ListsDatabaseSchema>;

/** The worker writes the database; the lists page only reads it. */
const DATABASE_NAME = "forgehand-lists";

/** Opens the database of lists and jobs. */
export function openListsDatabase(name: string = DATABASE_NAME): Promise<ListsDatabase> {
  return openDB<ListsDatabaseSchema>(name, 1, {
    upgrade(db) {
      const entries = db.createObjectStore("entries", { keyPath: ["account", "id"] });
      entries.createIndex("key", ["account", "key"]);
      entries.createIndex("revision", ["account", "revision"]);
      db.createObjectStore("gatherings", { keyPath: "account" });
      db.createObjectStore("jobs", { keyPath: "id" }).createIndex("account", "account");
      db.createObjectStore("items", { keyPath: ["job", "index"] }).createIndex("state", ["job", "state"]);
      db.createObjectStore("responses", { keyPath: "name" }).createIndex("usedAt", "usedAt");
    },
    // Closes this connection so that deleting or upgrading the database does not wait for an open page.
    blocking: (_current, _next, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}

/** Key range of all compound keys that start with the given value. */
export function keyPrefixRange(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound([prefix], [prefix, []]);
}
