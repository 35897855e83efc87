import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../test/clock/virtual-clock.ts";
import { createSteadyTime } from "./steady-time.ts";

test("steady time passes as time does, however the system's clock is set", async () => {
  const step = fc.record({ wait: fc.nat(10_000), shift: fc.integer({ min: -7_200_000, max: 7_200_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const clock = createVirtualClock();
      const steadyTime = createSteadyTime(clock);
      let [before, latestWallTime] = [steadyTime(), clock.now()];
      for (const { wait, shift } of steps) {
        await clock.advance(wait);
        clock.shiftWallClock(shift);
        const now = steadyTime();
        expect(now).toBe(Math.max(before + wait, clock.now()));
        latestWallTime = Math.max(latestWallTime + wait, clock.now());
        before = now;
      }
      expect(steadyTime()).toBe(latestWallTime);
    }),
    { numRuns: 50 },
  );
});
