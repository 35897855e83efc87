import fc from "fast-check";
import { expect, test } from "vitest";
import { createLookQueue } from "./look-queue.ts";

test("begins in order, never more than so many at once, and never what was taken back", async () => {
  const plan = fc.record({
    most: fc.integer({ min: 1, max: 4 }),
    works: fc.array(fc.record({ fails: fc.boolean(), isTakenBack: fc.boolean() }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, fc.scheduler(), async ({ most, works }, scheduler) => {
      const queue = createLookQueue(most);
      const begun: number[] = [];
      let underWay = 0;
      let widest = 0;
      const takeBack = works.map(({ fails }, index) =>
        queue.add(async () => {
          begun.push(index);
          underWay += 1;
          widest = Math.max(widest, underWay);
          await scheduler.schedule(Promise.resolve());
          underWay -= 1;
          if (fails) throw new Error("It can't be reached.");
        }),
      );
      const first = begun.length;
      works.forEach(({ isTakenBack }, index) => {
        if (isTakenBack) takeBack[index]?.();
      });
      await scheduler.waitIdle();
      // The first ones had begun when they were taken back.
      const expected = works.flatMap(({ isTakenBack }, index) => (isTakenBack && index >= first ? [] : [index]));
      expect(begun).toEqual(expected);
      expect(widest).toBe(Math.min(most, works.length));
    }),
  );
});
