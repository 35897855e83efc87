import { beginningWith, type Lists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import { putEntries } from "./entries.ts";
import { looksAlike } from "./found.ts";
import { writing } from "./transaction.ts";

/** How many entries are changed in one transaction. */
const BATCH = 500;

/**
 * Changes entries of an account together; what looks the same afterwards is no change to those who follow.
 * @param change makes the new entry of what was known; undefined: it stays
 * @returns the newest revision, where there is one
 */
export async function changeEntries(
  lists: Lists,
  account: string,
  ids: readonly number[],
  change: (before: Entry | undefined, id: number) => Entry | undefined,
): Promise<number | undefined> {
  let revision: number | undefined;
  for (let from = 0; from < ids.length; from += BATCH) {
    const transaction = writing(lists);
    const store = transaction.objectStore("entries");
    const changed: Entry[] = [];
    await Promise.all(
      ids.slice(from, from + BATCH).map(async (id) => {
        const before = await store.get([account, id]);
        const after = change(before, id);
        if (!after) return;
        if (before && looksAlike(before, after)) await store.put(after);
        else changed.push(after);
      }),
    );
    revision = (await putEntries(transaction, account, changed)) ?? revision;
    await transaction.done;
  }
  return revision;
}

/** Takes entries away. */
export async function deleteEntries(lists: Lists, account: string, ids: readonly number[]): Promise<void> {
  const transaction = lists.transaction("entries", "readwrite");
  await Promise.all(ids.map((id) => transaction.store.delete([account, id])));
  await transaction.done;
}

/** Numbers of an account's entries for which something holds. Thousands are gone through a part at a time. */
export async function entriesWhere<T>(
  lists: Lists,
  account: string,
  pick: (entry: Entry) => T | undefined,
): Promise<T[]> {
  const picked: T[] = [];
  let range: IDBKeyRange = beginningWith(account);
  for (;;) {
    const part = await lists.getAll("entries", range, BATCH);
    picked.push(...part.flatMap((entry) => pick(entry) ?? []));
    const last = part.at(-1);
    if (!last || part.length < BATCH) return picked;
    range = IDBKeyRange.bound([account, last.id], [account, []], true);
  }
}
