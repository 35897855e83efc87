import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { entry } from "../../lists/entry.fixture.ts";
import { remainingWait } from "../../lists/reason.ts";
import { type JobEnvironment, startJobEnvironment } from "./job-environment.fixture.ts";
import { createJobStore } from "./job-store.ts";
import { createJobRecord } from "./new-job.ts";
import { isStateFresh } from "./state-freshness.ts";
import { isUserAway, recordUserActivity } from "./user-activity.ts";

// The system's clock can be set at any time, also while the worker is not running.

const HOUR = 3_600_000;

describe("a wait that outlives the worker", () => {
  let env: JobEnvironment;
  beforeAll(async () => {
    env = await startJobEnvironment([{ watch: "watching" }]);
  });
  afterAll(() => env.stop());

  test("is never longer than planned, and is not shorter if the clock was set back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: HOUR }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
        async (length, passed, shift) => {
          const since = env.clock.now();
          const { job, items } = createJobRecord(
            { account: env.account, kind: "unwatch", undoOf: null, createdAt: since },
            [{ id: null, owner: "parts", name: "r1", wanted: { watch: "not-watching" }, expectedState: null }],
          );
          const waiting = { reason: { kind: "limit" }, since, until: since + length } as const;
          await createJobStore(env.lists).create({ ...job, state: "waiting", waiting }, items);
          const elapsed = Math.floor(passed * length);
          await env.clock.advance(elapsed);
          env.clock.shiftWallClock(shift);

          const worker = env.startWorker();
          const startedAt = env.clock.monotonic();
          await worker.jobs.resumeAll();
          await worker.run();
          expect(await env.job(job.id)).toMatchObject({ state: "done" });
          const waited = env.clock.monotonic() - startedAt;
          expect(waited).toBeLessThanOrEqual(length);
          if (shift <= 0) expect(waited).toBeGreaterThanOrEqual(length - elapsed);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("is shown with the same time", () => {
    expect(remainingWait({ since: HOUR, until: HOUR + 1000 }, HOUR + 400)).toBe(600);
    expect(remainingWait({ since: HOUR, until: HOUR + 1000 }, 0)).toBe(1000);
    expect(remainingWait({ since: HOUR, until: HOUR + 1000 }, 3 * HOUR)).toBe(0);
  });
});

test("a stored state that was read in the future is read again", () => {
  const now = 10 * HOUR;
  const readAt = (at: number) => entry("a/one", { starCheckedAt: at, watchCheckedAt: at });
  for (const wanted of [{ starred: true }, { watch: "watching" }] as const) {
    expect(isStateFresh(readAt(now - HOUR / 2), wanted, now, now)).toBe(true);
    expect(isStateFresh(readAt(now - 2 * HOUR), wanted, now, now)).toBe(false);
    expect(isStateFresh(readAt(now + 1), wanted, now, now)).toBe(false);
  }
});

describe("the user's absence", () => {
  afterEach(() => vi.useRealTimers());

  test("does not depend on the system's clock", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_800_000_000_000 });
    recordUserActivity();
    vi.setSystemTime(Date.now() + HOUR);
    expect(isUserAway()).toBe(false);
    vi.setSystemTime(Date.now() - 2 * HOUR);
    vi.advanceTimersByTime(121_000);
    expect(isUserAway()).toBe(true);
  });
});
