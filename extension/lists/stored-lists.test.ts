import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { describe, expect, test } from "vitest";
import { deleteEntries } from "../worker/lists/entry-store.ts";
import { keyPrefixRange, openListsDatabase } from "./database.ts";
import { entry } from "./entry.fixture.ts";
import type { Entry } from "./entry.ts";
import { readEntries } from "./read-lists.ts";
import { readEntriesAndCopy, SNAPSHOT_MIN_ENTRIES, writeSnapshot } from "./snapshot.ts";
import { changeAnnotations, readAnnotations } from "./user-data.ts";

const { account } = entry("acme/widgets");
const COUNT = SNAPSHOT_MIN_ENTRIES + 500;

const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(`acme/r${index}`, { id: index, revision: index + 1 }));

async function openWith(stored: readonly Entry[]) {
  const lists = await openListsDatabase(crypto.randomUUID());
  const transaction = lists.transaction("entries", "readwrite");
  await Promise.all([...stored.map((value) => transaction.store.put(value)), transaction.done]);
  return lists;
}

describe("the copy of an account's entries", () => {
  test("is read instead of the entries, with those that changed since", async () => {
    const lists = await openWith(entries(COUNT));
    await writeSnapshot(lists, account);
    await lists.put("entries", entry("acme/r7", { id: 7, stars: 5, revision: COUNT + 1 }));
    await lists.put("entries", entry("acme/new", { id: COUNT, revision: COUNT + 2 }));
    const { entries: read, singlyRead } = await readEntriesAndCopy(lists, account);
    expect(singlyRead).toBe(2);
    const stored = await lists.getAll("entries", keyPrefixRange(account));
    expect(read.toSorted((a, b) => a.id - b.id)).toEqual(stored);
    expect((await readEntriesAndCopy(lists, "someone https://forge.test")).entries).toEqual([]);
  });

  test("is deleted with entries, also while it is being made", async () => {
    const lists = await openWith(entries(COUNT));
    await writeSnapshot(lists, account);
    await deleteEntries(lists, account, [3]);
    expect((await readEntries(lists, account)).some(({ id }) => id === 3)).toBe(false);
    expect(await lists.count("snapshotParts")).toBe(0);

    const copied = writeSnapshot(lists, account);
    // The copy has begun, so that it contains the entry or not.
    await lists.get("snapshots", account);
    await deleteEntries(lists, account, [4]);
    await copied;
    expect((await readEntries(lists, account)).some(({ id }) => id === 4)).toBe(false);
  });

  test("is made only for many entries", async () => {
    const lists = await openWith(entries(10));
    await writeSnapshot(lists, account);
    expect([await lists.count("snapshots"), await lists.count("snapshotParts")]).toEqual([0, 0]);
    expect(await readEntries(lists, account)).toHaveLength(10);
  });
});

test("a database of the previous version is opened with what it contains", async () => {
  const name = crypto.randomUUID();
  const old = await openDB(name, 1, {
    upgrade(db) {
      const store = db.createObjectStore("entries", { keyPath: ["account", "id"] });
      store.createIndex("key", ["account", "key"]);
      store.createIndex("revision", ["account", "revision"]);
    },
  });
  await old.put("entries", entry("acme/widgets"));
  old.close();
  const lists = await openListsDatabase(name);
  expect(await readEntries(lists, account)).toHaveLength(1);
  expect(await readAnnotations(lists, account)).toEqual([]);
  lists.close();
  await deleteDB(name);
});

test("annotations are changed in one transaction, empty ones are deleted, and the previous ones returned", async () => {
  const lists = await openListsDatabase(crypto.randomUUID());
  const tagged = { tags: ["cli"], note: "" };
  expect(await changeAnnotations(lists, account, [1, 2], () => tagged)).toEqual([
    [1, { tags: [], note: "" }],
    [2, { tags: [], note: "" }],
  ]);
  expect(await changeAnnotations(lists, account, [1, 2], (current) => current)).toEqual([]);
  const before = await changeAnnotations(lists, account, [1], () => ({ tags: [], note: "" }));
  expect(before).toEqual([[1, tagged]]);
  expect(await readAnnotations(lists, account)).toEqual([{ account, id: 2, ...tagged }]);
  const failing = changeAnnotations(lists, account, [2, 3], (_, id) => {
    if (id === 3) throw new Error("no");
    return { tags: ["changed"], note: "" };
  });
  await expect(failing).rejects.toThrow("no");
  expect(await readAnnotations(lists, account)).toEqual([{ account, id: 2, ...tagged }]);
});
