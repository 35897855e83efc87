import type { IDBPTransaction } from "idb";
import type { ListsDatabase, ListsDatabaseSchema } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { WantedState } from "../../lists/wanted-state.ts";

/** Entries, jobs and items are changed in one transaction. */
const WRITE_STORES = ["entries", "jobs", "items"] as const;

export type WriteTransaction = IDBPTransaction<ListsDatabaseSchema, typeof WRITE_STORES, "readwrite">;

export function beginWrite(lists: ListsDatabase): WriteTransaction {
  return lists.transaction(WRITE_STORES, "readwrite");
}

/** A repository of an account: by id if it is known, otherwise by name. */
export interface EntryRef {
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
}

/** Returns `owner/name` in lower case, the key of the entries' index. */
export function entryKey({ owner, name }: { readonly owner: string; readonly name: string }): string {
  return `${owner}/${name}`.toLowerCase();
}

export function findEntry(lists: ListsDatabase, account: string, ref: EntryRef): Promise<Entry | undefined> {
  return ref.id === null
    ? lists.getFromIndex("entries", "key", [account, entryKey(ref)])
    : lists.get("entries", [account, ref.id]);
}

/**
 * Stores entries of one account with a new revision.
 * @returns the revision, or undefined if there are no entries
 */
export async function putEntries(
  transaction: WriteTransaction,
  account: string,
  entries: readonly Entry[],
): Promise<number | undefined> {
  if (entries.length === 0) return undefined;
  const store = transaction.objectStore("entries");
  const accountRange = IDBKeyRange.bound([account], [account, []]);
  const newest = await store.index("revision").openKeyCursor(accountRange, "prev");
  const revision = (newest?.key[1] ?? 0) + 1;
  await Promise.all(entries.map((entry) => store.put({ ...entry, revision })));
  return revision;
}

/** Stores the state that was just read of a repository, and its new name if it was renamed. */
export async function updateEntryState(
  transaction: WriteTransaction,
  account: string,
  ref: EntryRef,
  observed: { readonly state: WantedState; readonly at: number },
): Promise<number | undefined> {
  const store = transaction.objectStore("entries");
  const entry =
    ref.id === null ? await store.index("key").get([account, entryKey(ref)]) : await store.get([account, ref.id]);
  return entry && putEntries(transaction, account, [{ ...withState(entry, observed), ...renamedFields(entry, ref) }]);
}

function withState(entry: Entry, { state, at }: { readonly state: WantedState; readonly at: number }): Entry {
  if ("watch" in state) return { ...entry, watch: state.watch, watchReason: null, watchCheckedAt: at };
  const starredAt = state.starred ? (entry.starredAt ?? new Date(at).toISOString()) : null;
  return { ...entry, starred: state.starred, starReason: null, starCheckedAt: at, starredAt };
}

/** Returns the fields that a rename changes. */
export function renamedFields(
  entry: Entry,
  { owner, name }: { readonly owner: string; readonly name: string },
): Pick<Entry, "owner" | "name" | "key" | "previousName"> {
  const key = entryKey({ owner, name });
  return { owner, name, key, previousName: key === entry.key ? entry.previousName : `${entry.owner}/${entry.name}` };
}
