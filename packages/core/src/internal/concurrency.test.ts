import * as fc from "fast-check";
import { expect, test } from "vitest";
import { forEachConcurrently } from "./concurrency.ts";

/** A turn of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("processes each item once, in order, at most `limit` at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 })), fc.integer({ min: 1, max: 5 }), async (turns, limit) => {
      const started: number[] = [];
      let active = 0;
      let mostActive = 0;
      await forEachConcurrently(turns.entries(), limit, async ([index, count]) => {
        started.push(index);
        mostActive = Math.max(mostActive, ++active);
        for (let remaining = count; remaining > 0; remaining--) await turn();
        active--;
      });
      expect(started).toEqual([...turns.keys()]);
      expect(mostActive).toBe(Math.min(limit, turns.length));
      expect(active).toBe(0);
    }),
  );
});

test("after an error, starts no further item, awaits the running ones, and throws the first error", async () => {
  const events: string[] = [];
  const work = async (item: string) => {
    events.push(`start ${item}`);
    await turn();
    if (item === "b") throw new Error("b failed");
    await turn();
    events.push(`end ${item}`);
  };
  await expect(forEachConcurrently(["a", "b", "c", "d"], 2, work)).rejects.toThrow("b failed");
  expect(events).toEqual(["start a", "start b", "end a"]);
});

test("starts no further item once the signal is aborted", async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    if (item === 2) controller.abort();
    await turn();
  };
  await forEachConcurrently([1, 2, 3, 4, 5], 2, work, controller.signal);
  expect(started).toEqual([1, 2]);
});

test("reads asynchronous iterables and throws their errors", async () => {
  const received: number[] = [];
  async function* pages() {
    yield 1;
    await turn();
    yield 2;
    throw new Error("page 3 failed");
  }
  await expect(forEachConcurrently(pages(), 3, async (item) => received.push(item))).rejects.toThrow("page 3 failed");
  expect(received).toEqual([1, 2]);
});
