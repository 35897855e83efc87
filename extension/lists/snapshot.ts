import { entryBatches, keyPrefixRange, type ListsDatabase } from "./database.ts";
import type { Entry } from "./entry.ts";
import { sortEntries } from "./sort-entries.ts";

// A copy of an account's entries in a few large records, which are read many times faster than a record per entry. The
// entries themselves remain the source: those that changed since the copy was made are read in addition, and deleting
// entries deletes the copy.

/** State of the copy of an account's entries. */
export interface Snapshot {
  readonly account: string;
  /** All changes up to this revision are in the copy; -1 if there is no copy yet. */
  readonly revision: number;
  /** ID of the run that is making a new copy. Only the latest run stores its copy. */
  readonly pendingRun: string | null;
}

export interface SnapshotPart {
  readonly account: string;
  readonly index: number;
  readonly entries: readonly Entry[];
}

/** Minimum number of entries that are read singly before a copy is worth its space. */
export const SNAPSHOT_MIN_ENTRIES = 1000;

/** Number of entries in a part. */
const PART_SIZE = 1000;

/** Entries that were read, and how many of them were not in the copy. */
export interface EntriesRead {
  readonly entries: Entry[];
  readonly singlyRead: number;
}

/** Reads an account's entries, from the copy as far as possible. */
export async function readEntriesAndCopy(database: ListsDatabase, account: string): Promise<EntriesRead> {
  const transaction = database.transaction(["snapshots", "snapshotParts", "entries"]);
  const store = transaction.objectStore("entries");
  const snapshot = await transaction.objectStore("snapshots").get(account);
  if (!snapshot || snapshot.revision < 0) {
    const entries = await store.getAll(keyPrefixRange(account));
    return { entries, singlyRead: entries.length };
  }
  const newerRange = IDBKeyRange.bound([account, snapshot.revision], [account, Infinity], true);
  const [parts, newer] = await Promise.all([
    transaction.objectStore("snapshotParts").getAll(keyPrefixRange(account)),
    store.index("revision").getAll(newerRange),
  ]);
  const byId = new Map(parts.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry] as const)));
  for (const entry of newer) byId.set(entry.id, entry);
  return { entries: [...byId.values()], singlyRead: newer.length };
}

/** Reads the first entries by name, in a fraction of the time that all take. They can be slightly outdated. */
export async function readFirstEntries(database: ListsDatabase, account: string, count: number): Promise<Entry[]> {
  const transaction = database.transaction(["snapshotParts", "entries"]);
  const part = await transaction.objectStore("snapshotParts").get([account, 0]);
  if (part) return part.entries.slice(0, count);
  return transaction.objectStore("entries").index("key").getAll(keyPrefixRange(account), count);
}

/** Copies an account's entries, unless entries are deleted or another copy is begun meanwhile. */
export async function writeSnapshot(database: ListsDatabase, account: string): Promise<void> {
  const run = crypto.randomUUID();
  const beginning = database.transaction("snapshots", "readwrite");
  const previous = await beginning.store.get(account);
  await beginning.store.put({ account, revision: previous?.revision ?? -1, pendingRun: run });
  await beginning.done;

  const revision = await newestRevision(database, account);
  // In the usual order, which a page then sorts in less time.
  const entries = sortEntries(
    (await Array.fromAsync(entryBatches(database, account, PART_SIZE))).flat(),
    "name",
    "ascending",
  );

  const transaction = database.transaction(["snapshots", "snapshotParts"], "readwrite");
  const [snapshots, parts] = [transaction.objectStore("snapshots"), transaction.objectStore("snapshotParts")];
  if ((await snapshots.get(account))?.pendingRun !== run) return transaction.done;
  const isWorthIt = entries.length >= SNAPSHOT_MIN_ENTRIES;
  const partCount = isWorthIt ? Math.ceil(entries.length / PART_SIZE) : 0;
  await Promise.all([
    parts.delete(keyPrefixRange(account)),
    ...Array.from({ length: partCount }, (_, index) =>
      parts.put({ account, index, entries: entries.slice(index * PART_SIZE, (index + 1) * PART_SIZE) }),
    ),
    isWorthIt ? snapshots.put({ account, revision, pendingRun: null }) : snapshots.delete(account),
    transaction.done,
  ]);
}

async function newestRevision(database: ListsDatabase, account: string): Promise<number> {
  const index = database.transaction("entries").store.index("revision");
  return (await index.openKeyCursor(keyPrefixRange(account), "prev"))?.key[1] ?? 0;
}
