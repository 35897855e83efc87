import fc from "fast-check";
import { expect, test } from "vitest";
import { createTaskQueue } from "./task-queue.ts";

test("a task queue starts tasks in order, respects the limit and skips cancelled tasks", async () => {
  const plan = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    tasks: fc.array(fc.record({ fails: fc.boolean(), isCancelled: fc.boolean() }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, fc.scheduler(), async ({ limit, tasks }, scheduler) => {
      const queue = createTaskQueue(limit);
      const started: number[] = [];
      let running = 0;
      let maxRunning = 0;
      const cancels = tasks.map(({ fails }, index) =>
        queue.add(async () => {
          started.push(index);
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          if (fails) throw new Error("It can't be reached.");
        }),
      );
      const first = started.length;
      tasks.forEach(({ isCancelled }, index) => {
        if (isCancelled) cancels[index]?.();
      });
      await scheduler.waitIdle();
      // The first tasks had started before they were cancelled.
      const expected = tasks.flatMap(({ isCancelled }, index) => (isCancelled && index >= first ? [] : [index]));
      expect(started).toEqual(expected);
      expect(maxRunning).toBe(Math.min(limit, tasks.length));
    }),
  );
});
