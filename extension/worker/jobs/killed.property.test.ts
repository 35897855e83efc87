import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "../../../test/effort.ts";
import { readItems } from "../../lists/read.ts";
import { type Action, isAlike, type Wanted, wantedBy } from "../../lists/wanted.ts";
import { type Start, startWorld, type Worker, type World } from "./world.fixture.ts";

// Whatever moment a worker is killed at, the next one goes on as if nothing had happened.

const start: fc.Arbitrary<Start> = fc.record({
  watch: fc.constantFrom("watching", "ignoring", "not watching"),
  starred: fc.boolean(),
  unknown: fc.boolean(),
});
const action = fc.constantFrom<Action>("star", "unstar", "watch", "ignore", "unwatch");
/** After how many calls and writes each of the workers is killed. */
const deaths = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3 });

/** Has workers die one after the other while they work, and a last one come to the end. */
async function throughDeaths(world: World, deaths: readonly number[], begin: (worker: Worker) => Promise<string>) {
  let id: string | undefined;
  for (const dieAfter of [...deaths, Infinity]) {
    const worker = world.work({ dieAfter });
    if (id === undefined) id = await begin(worker);
    else await worker.jobs.wake();
    await worker.run();
  }
  return id ?? "";
}

const about = (action: Action) => ("starred" in wantedBy(action) ? "star" : "watch");

test(
  "a job that dies at any moment does each item once it lives again, knows how it was, and can be undone",
  async () => {
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(start, { minLength: 1, maxLength: 20 }),
        action,
        deaths,
        deaths,
        async (starts, action, deaths, later) => {
          const world = await startWorld(starts);
          try {
            const first = await world.states(about(action));
            const ids = (await world.lists.getAll("entries"))
              .toSorted((a, b) => a.revision - b.revision)
              .map(({ id }) => id);
            const job = await throughDeaths(world, deaths, ({ jobs }) =>
              jobs.start({ account: world.account, action, ids }),
            );
            const wanted = wantedBy(action);
            const differing = first.filter((state) => !isAlike(state, wanted)).length;
            expect(await world.states(about(action))).toEqual(first.map(() => wanted));
            expect(await world.job(job)).toMatchObject({
              state: "done",
              counts: { done: differing, already: first.length - differing, failed: 0, notBegun: 0, underWay: 0 },
            });
            const items = await readItems(world.lists, job);
            expect(items.map(({ before }): Wanted | null => before)).toEqual(first);
            if (differing === 0) return;
            const undo = await throughDeaths(world, later, ({ jobs }) => jobs.undo(job));
            expect(await world.states(about(action))).toEqual(first);
            expect(await world.job(undo)).toMatchObject({ state: "done", counts: { done: differing, already: 0 } });
            const redo = await throughDeaths(world, [], ({ jobs }) => jobs.undo(undo));
            expect(await world.states(about(action))).toEqual(first.map(() => wanted));
            expect(await world.job(redo)).toMatchObject({ undoes: { id: undo, kind: "undo" } });
            undone++;
          } finally {
            await world.end();
          }
        },
      ),
      { numRuns: sized(8, 100), endOnFailure: true },
    );
    expect(undone).toBeGreaterThan(0);
  },
  sized(60_000, 600_000),
);
