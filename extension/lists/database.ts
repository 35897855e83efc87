import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredAnnotation } from "./annotation.ts";
import type { Entry } from "./entry.ts";
import type { Gathering } from "./gathering.ts";
import type { ItemState, Job, JobItem } from "./job.ts";
import type { SavedFilter } from "./saved-filter.ts";
import type { Snapshot, SnapshotPart } from "./snapshot.ts";

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
  snapshots: { key: string; value: Snapshot };
  snapshotParts: { key: [account: string, index: number]; value: SnapshotPart };
  annotations: { key: [account: string, id: number]; value: StoredAnnotation };
  savedFilters: { key: [account: string, id: string]; value: SavedFilter };
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

/** All stores, for deleting what they contain. */
export const LISTS_STORES = [
  "entries",
  "snapshots",
  "snapshotParts",
  "annotations",
  "savedFilters",
  "gatherings",
  "jobs",
  "items",
  "responses",
] as const;

/** The worker writes entries, gatherings, jobs and responses; the lists page only reads them. */
const DATABASE_NAME = "forgehand-lists";

/** Opens the database of lists and jobs. */
export function openListsDatabase(name: string = DATABASE_NAME): Promise<ListsDatabase> {
  return openDB<ListsDatabaseSchema>(name, 2, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        const entries = db.createObjectStore("entries", { keyPath: ["account", "id"] });
        entries.createIndex("key", ["account", "key"]);
        entries.createIndex("revision", ["account", "revision"]);
        db.createObjectStore("gatherings", { keyPath: "account" });
        db.createObjectStore("jobs", { keyPath: "id" }).createIndex("account", "account");
        db.createObjectStore("items", { keyPath: ["job", "index"] }).createIndex("state", ["job", "state"]);
        db.createObjectStore("responses", { keyPath: "name" }).createIndex("usedAt", "usedAt");
      }
      db.createObjectStore("snapshots", { keyPath: "account" });
      db.createObjectStore("snapshotParts", { keyPath: ["account", "index"] });
      db.createObjectStore("annotations", { keyPath: ["account", "id"] });
      db.createObjectStore("savedFilters", { keyPath: ["account", "id"] });
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

/** Reads an account's entries in transactions that are short enough not to delay writers. */
export async function* entryBatches(database: ListsDatabase, account: string, size: number): AsyncGenerator<Entry[]> {
  let range = keyPrefixRange(account);
  for (;;) {
    const batch = await database.getAll("entries", range, size);
    yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < size) return;
    range = IDBKeyRange.bound([account, last.id], [account, []], true);
  }
}
