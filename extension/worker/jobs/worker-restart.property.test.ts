import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../test/test-size.ts";
import { readItems } from "../../lists/read-lists.ts";
import { type BulkAction, isSameState, type WantedState, wantedStateOf } from "../../lists/wanted-state.ts";
import {
  type InitialState,
  type JobEnvironment,
  startJobEnvironment,
  type TestWorker,
} from "./job-environment.fixture.ts";

const initialState: fc.Arbitrary<InitialState> = fc.record({
  watch: fc.constantFrom("watching", "ignoring", "not-watching"),
  starred: fc.boolean(),
  unknown: fc.boolean(),
});
const action = fc.constantFrom<BulkAction>("star", "unstar", "watch", "ignore", "unwatch");
/** Number of requests and writes after which each worker is killed. */
const lifetimes = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3 });

/** Starts workers that are killed one after the other, and a last one that finishes the job. */
async function runWithRestarts(
  env: JobEnvironment,
  lifetimes: readonly number[],
  startJob: (worker: TestWorker) => Promise<string>,
) {
  let id: string | undefined;
  for (const killAfter of [...lifetimes, Infinity]) {
    const worker = env.startWorker({ killAfter });
    if (id === undefined) id = await startJob(worker);
    else await worker.jobs.resumeAll();
    await worker.run();
  }
  return id ?? "";
}

const controlOf = (action: BulkAction) => ("starred" in wantedStateOf(action) ? "star" : "watch");

test(
  "a job whose worker is killed at any point processes each item once and can be undone",
  async () => {
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(initialState, { minLength: 1, maxLength: 20 }),
        action,
        lifetimes,
        lifetimes,
        async (initialStates, action, lifetimes, undoLifetimes) => {
          const env = await startJobEnvironment(initialStates);
          try {
            const before = await env.states(controlOf(action));
            const ids = (await env.lists.getAll("entries"))
              .toSorted((a, b) => a.revision - b.revision)
              .map(({ id }) => id);
            const job = await runWithRestarts(env, lifetimes, ({ jobs }) =>
              jobs.start({ account: env.account, action, ids }),
            );
            const wanted = wantedStateOf(action);
            const differing = before.filter((state) => !isSameState(state, wanted)).length;
            expect(await env.states(controlOf(action))).toEqual(before.map(() => wanted));
            expect(await env.job(job)).toMatchObject({
              state: "done",
              counts: { done: differing, already: before.length - differing, failed: 0, notStarted: 0, inProgress: 0 },
            });
            const items = await readItems(env.lists, job);
            expect(items.map(({ stateBefore }): WantedState | null => stateBefore)).toEqual(before);
            if (differing === 0) return;
            const undo = await runWithRestarts(env, undoLifetimes, ({ jobs }) => jobs.undo(job));
            expect(await env.states(controlOf(action))).toEqual(before);
            expect(await env.job(undo)).toMatchObject({ state: "done", counts: { done: differing, already: 0 } });
            const redo = await runWithRestarts(env, [], ({ jobs }) => jobs.undo(undo));
            expect(await env.states(controlOf(action))).toEqual(before.map(() => wanted));
            expect(await env.job(redo)).toMatchObject({ undoOf: { id: undo, kind: "undo" } });
            undone++;
          } finally {
            await env.stop();
          }
        },
      ),
      { numRuns: pickSize(8, 100), endOnFailure: true },
    );
    expect(undone).toBeGreaterThan(0);
  },
  pickSize(60_000, 600_000),
);
