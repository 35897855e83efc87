import "fake-indexeddb/auto";
import "../worker/browser.fixture.ts";
import { afterEach, expect, test, vi } from "vitest";
import { openListsDatabase } from "../lists/database.ts";
import { entry } from "../lists/entry.fixture.ts";
import { createListsAnnouncer } from "../lists/lists-channel.ts";
import { changeAnnotations } from "../lists/user-data.ts";
import { type LiveLists, subscribeToLists } from "./live-lists.ts";

const { account } = entry("acme/widgets");

afterEach(() => vi.unstubAllGlobals());

test("the first entries by name are shown before all are read; the next page reads them from a copy", async () => {
  const idleTasks: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (task: () => void) => idleTasks.push(task));
  const lists = await openListsDatabase(crypto.randomUUID());
  const transaction = lists.transaction("entries", "readwrite");
  // IDs are in the opposite order of the names.
  const names = Array.from({ length: 3000 }, (_, index) => `acme/r${String(index).padStart(4, "0")}`);
  await Promise.all([
    ...names.map((name, index) => transaction.store.put(entry(name, { id: 9000 - index, revision: index + 1 }))),
    transaction.done,
  ]);
  const controller = new AbortController();
  const states: LiveLists[] = [];
  const subscribe = () => subscribeToLists(lists, account, (state) => states.push(state), controller.signal);
  const shown = () => states.map(({ isPartial, entries }) => [isPartial, entries.size]);
  await subscribe();
  expect(shown().slice(0, 2)).toEqual([
    [true, 200],
    [false, 3000],
  ]);
  expect([...(states[0]?.entries.values() ?? [])].map(({ key }) => key)).toEqual(names.slice(0, 200));

  expect(idleTasks).toHaveLength(1);
  idleTasks[0]?.();
  await expect.poll(async () => (await lists.get("snapshots", account))?.revision).toBe(3000);
  states.length = 0;
  await subscribe();
  expect(shown().slice(0, 2)).toEqual([
    [true, 200],
    [false, 3000],
  ]);
  expect(idleTasks).toHaveLength(1);

  // Another tab annotates an entry.
  await changeAnnotations(lists, account, [9000], () => ({ tags: ["cli"], note: "" }));
  createListsAnnouncer()({ type: "annotations", account });
  await expect.poll(() => states.at(-1)?.entries.get(9000)?.annotation).toEqual({ tags: ["cli"], note: "" });
  controller.abort();
});
