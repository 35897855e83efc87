import { entryBatches, keyPrefixRange, type ListsDatabase } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import { beginWrite, putEntries } from "./entries.ts";
import { looksTheSame } from "./merge-entry.ts";

/** Number of entries that are read or changed in one transaction. */
const BATCH_SIZE = 500;

/**
 * Changes entries of an account. Changes that are not visible to the user get no new revision.
 * @param change returns the new entry, or undefined to leave it unchanged
 * @returns the newest revision, or undefined if there is none
 */
export async function changeEntries(
  lists: ListsDatabase,
  account: string,
  ids: readonly number[],
  change: (previous: Entry | undefined, id: number) => Entry | undefined,
): Promise<number | undefined> {
  let revision: number | undefined;
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const transaction = beginWrite(lists);
    const store = transaction.objectStore("entries");
    const changed: Entry[] = [];
    await Promise.all(
      ids.slice(from, from + BATCH_SIZE).map(async (id) => {
        const previous = await store.get([account, id]);
        const next = change(previous, id);
        if (!next) return;
        if (previous && looksTheSame(previous, next)) await store.put(next);
        else changed.push(next);
      }),
    );
    revision = (await putEntries(transaction, account, changed)) ?? revision;
    await transaction.done;
  }
  return revision;
}

/**
 * Marks checks that were made in the future as unknown. The clock was set back since, so that they would count as newer
 * than those to come.
 */
export async function forgetFutureChecks(lists: ListsDatabase, account: string, now: number): Promise<void> {
  const isFuture = (at: number | null) => at !== null && at > now;
  await changeMatching(
    lists,
    account,
    ({ starCheckedAt, watchCheckedAt }) => isFuture(starCheckedAt) || isFuture(watchCheckedAt),
    ({ starCheckedAt, watchCheckedAt, ...entry }) => ({
      ...entry,
      starCheckedAt: isFuture(starCheckedAt) ? null : starCheckedAt,
      watchCheckedAt: isFuture(watchCheckedAt) ? null : watchCheckedAt,
    }),
  );
}

/**
 * Changes the entries of an account that match. They are checked again, because they can change after they were found.
 * @returns the newest revision, or undefined if there is none
 */
export async function changeMatching(
  lists: ListsDatabase,
  account: string,
  matches: (entry: Entry) => boolean,
  change: (entry: Entry) => Entry,
): Promise<number | undefined> {
  const ids = await selectEntries(lists, account, (entry) => (matches(entry) ? entry.id : undefined));
  return changeEntries(lists, account, ids, (entry) => (entry && matches(entry) ? change(entry) : undefined));
}

export async function deleteEntries(lists: ListsDatabase, account: string, ids: readonly number[]): Promise<void> {
  const transaction = lists.transaction(["entries", "snapshots", "snapshotParts"], "readwrite");
  await Promise.all([
    ...ids.map((id) => transaction.objectStore("entries").delete([account, id])),
    transaction.objectStore("snapshots").delete(account),
    transaction.objectStore("snapshotParts").delete(keyPrefixRange(account)),
    transaction.done,
  ]);
}

/**
 * Selects values from an account's entries, which are read in batches.
 * @param select returns undefined for entries to skip
 */
export async function selectEntries<T>(
  lists: ListsDatabase,
  account: string,
  select: (entry: Entry) => T | undefined,
): Promise<T[]> {
  const selected: T[] = [];
  for await (const batch of entryBatches(lists, account, BATCH_SIZE))
    selected.push(...batch.flatMap((entry) => select(entry) ?? []));
  return selected;
}
