import type { IDBPTransaction } from "idb";
import type { ListsDatabase, ListsDatabaseSchema } from "../../lists/database.ts";

/** Entries, jobs and items are changed in one transaction. */
const WRITE_STORES = ["entries", "jobs", "items"] as const;

export type WriteTransaction = IDBPTransaction<ListsDatabaseSchema, typeof WRITE_STORES, "readwrite">;

export function beginWrite(lists: ListsDatabase): WriteTransaction {
  return lists.transaction(WRITE_STORES, "readwrite");
}
