import type { Lists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { Wanted } from "../../lists/wanted.ts";
import type { Writing } from "./transaction.ts";

/** Which repository of an account: by its number where that is known, else by its name. */
export interface Named {
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
}

/** `owner/name`, as entries are found by it. */
export function keyOf({ owner, name }: { readonly owner: string; readonly name: string }): string {
  return `${owner}/${name}`.toLowerCase();
}

/** The entry of a repository. */
export function findEntry(lists: Lists, account: string, named: Named): Promise<Entry | undefined> {
  return named.id === null
    ? lists.getFromIndex("entries", "key", [account, keyOf(named)])
    : lists.get("entries", [account, named.id]);
}

/** Changes entries of one account together, under one new revision. @returns that revision; undefined where nothing changed */
export async function putEntries(
  transaction: Writing,
  account: string,
  entries: readonly Entry[],
): Promise<number | undefined> {
  if (entries.length === 0) return undefined;
  const store = transaction.objectStore("entries");
  const all = IDBKeyRange.bound([account], [account, []]);
  const newest = await store.index("revision").openKeyCursor(all, "prev");
  const revision = (newest?.key[1] ?? 0) + 1;
  await Promise.all(entries.map((entry) => store.put({ ...entry, revision })));
  return revision;
}

/** Notes how a repository was just now, or that it has another name. */
export async function noteSeen(
  transaction: Writing,
  account: string,
  named: Named,
  seen: { readonly state: Wanted; readonly at: number },
): Promise<number | undefined> {
  const store = transaction.objectStore("entries");
  const entry =
    named.id === null ? await store.index("key").get([account, keyOf(named)]) : await store.get([account, named.id]);
  return entry && putEntries(transaction, account, [{ ...withSeen(entry, seen), ...nameOf(entry, named) }]);
}

function withSeen(entry: Entry, { state, at }: { readonly state: Wanted; readonly at: number }): Entry {
  if ("watch" in state) return { ...entry, watch: state.watch, whyWatch: null, watchCheckedAt: at };
  const since = state.starred ? (entry.starredAt ?? new Date(at).toISOString()) : null;
  return { ...entry, starred: state.starred, whyStar: null, starCheckedAt: at, starredAt: since };
}

/** What changes where a repository has another name than it had. */
export function nameOf(
  entry: Entry,
  { owner, name }: { readonly owner: string; readonly name: string },
): Pick<Entry, "owner" | "name" | "key" | "formerly"> {
  const key = keyOf({ owner, name });
  return { owner, name, key, formerly: key === entry.key ? entry.formerly : `${entry.owner}/${entry.name}` };
}
