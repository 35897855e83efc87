import type { IDBPTransaction } from "idb";
import type { Lists, ListsSchema } from "../../lists/database.ts";

/** Entries, jobs and items change together or not at all. */
const STORES = ["entries", "jobs", "items"] as const;

export type Writing = IDBPTransaction<ListsSchema, typeof STORES, "readwrite">;

export function writing(lists: Lists): Writing {
  return lists.transaction(STORES, "readwrite");
}
