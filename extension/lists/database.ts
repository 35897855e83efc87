import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./entry.ts";
import type { Gathering } from "./gathering.ts";
import type { ItemState, Job, JobItem } from "./job.ts";

/** An answer of a service that is asked for again only where it has changed. */
export interface KeptText {
  readonly name: string;
  readonly text: string;
  /** When it was last used, in milliseconds since 1970. */
  readonly usedAt: number;
}

export interface ListsSchema extends DBSchema {
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
  answers: { key: string; value: KeptText; indexes: { usedAt: number } };
}

export type Lists = IDBPDatabase<ListsSchema>;

/** Its name; the worker writes it, the lists page reads it. */
const LISTS = "forgehand-lists";

/** Opens what is kept of lists and jobs. */
export function openLists(name: string = LISTS): Promise<Lists> {
  return openDB<ListsSchema>(name, 1, {
    upgrade(db) {
      const entries = db.createObjectStore("entries", { keyPath: ["account", "id"] });
      entries.createIndex("key", ["account", "key"]);
      entries.createIndex("revision", ["account", "revision"]);
      db.createObjectStore("gatherings", { keyPath: "account" });
      db.createObjectStore("jobs", { keyPath: "id" }).createIndex("account", "account");
      db.createObjectStore("items", { keyPath: ["job", "index"] }).createIndex("state", ["job", "state"]);
      db.createObjectStore("answers", { keyPath: "name" }).createIndex("usedAt", "usedAt");
    },
    // Whoever takes everything away, or brings a newer version, must not wait for a page that is open.
    blocking: (_current, _next, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}

/** All keys of a compound index or store that begin with a part. */
export function beginningWith(part: string): IDBKeyRange {
  return IDBKeyRange.bound([part], [part, []]);
}
