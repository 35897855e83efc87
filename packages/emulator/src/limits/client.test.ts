import { type Client, createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// The client keeps to the limits that are published; the service counts by them. Neither knows the other's code.

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** The service's clock is wrong by this much, as clocks are. */
const APART = 7_777;

/** Time that stands still while calls are on their way, and jumps to the next timer while everybody waits. */
function createTime() {
  let now = START;
  let underWay = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const quiet = async () => {
    for (let turns = 0; turns < 3; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (underWay > 0) turns = -1;
    }
  };
  return {
    clock: {
      now: () => now,
      after(milliseconds: number, run: () => void) {
        const timer = { at: now + milliseconds, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    fetch: async (...request: Parameters<typeof fetch>) => {
      underWay++;
      try {
        return await fetch(...request);
      } finally {
        underWay--;
      }
    },
    /** Lets time pass until the work is done. @returns how long that took */
    async until(work: Promise<unknown>): Promise<number> {
      const began = now;
      let done = false;
      const finished = work.finally(() => {
        done = true;
      });
      while (!done) {
        await quiet();
        const next = [...timers].toSorted((a, b) => a.at - b.at)[0];
        if (done || !next) continue;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
      }
      await finished;
      return now - began;
    },
  };
}

interface Held {
  readonly client: Client;
  readonly service: Emulator;
  readonly until: (work: Promise<unknown>) => Promise<number>;
}

/** A service with limits, and a client that shares its time. */
async function hold(limits: string | object, use: (held: Held) => Promise<void>): Promise<void> {
  const { clock, fetch, until } = createTime();
  const service = await startEmulator({ limits, now: () => new Date(clock.now() + APART) });
  try {
    const credentials = service.tokens["alice"] ?? "";
    const client = createClient({ baseUrl: service.apiUrl, credentials, clock, fetch, cache: false });
    await use({ client, service, until });
  } finally {
    await service.stop();
  }
}

const times = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => work(i));
const WIDGETS = { owner: "acme", repo: "widgets" };
const NONE = { primary: 0, inFlight: 0, points: 0, content: 0 };

describe("the client", () => {
  test("keeps to the published limits, and is as quick as they allow", () =>
    hold("published", async ({ client, service, until }) => {
      const work = Promise.all([
        ...times(400, () => client.call(operations.starRepository, WIDGETS)),
        ...times(300, () => client.call(operations.getRepository, WIDGETS)),
      ]);
      const took = await until(work);
      expect(service.control.limits()).toMatchObject([{ calls: 700, refused: NONE }]);
      // 2,300 points at 900 a minute begin in the third minute.
      expect(took).toBeGreaterThanOrEqual(2 * MINUTE);
      expect(took).toBeLessThan(2.2 * MINUTE);
    }));

  test("creates content as quickly as it may", () =>
    hold("published", async ({ client, service, until }) => {
      const pull = { ...WIDGETS, pull_number: 1, reviewers: ["carol"] };
      const took = await until(Promise.all(times(170, () => client.call(operations.requestReviewers, pull))));
      expect(service.control.limits()).toMatchObject([{ calls: 170, refused: NONE }]);
      expect(took).toBeGreaterThanOrEqual(2 * MINUTE);
      expect(took).toBeLessThan(2.2 * MINUTE);
    }));

  test("waits for the reset that it is told of", () =>
    hold({ primary: { user: { core: { limit: 200 } } } }, async ({ client, service, until }) => {
      const took = await until(Promise.all(times(450, () => client.call(operations.getRepository, WIDGETS))));
      expect(service.control.limits()).toMatchObject([{ calls: 450, refused: NONE }]);
      expect(took).toBeGreaterThanOrEqual(2 * 60 * MINUTE);
      expect(took).toBeLessThan(2.05 * 60 * MINUTE);
    }));

  test("loses nothing to limits that it isn't told of", () =>
    hold({ secondary: { points: { limit: 450 } } }, async ({ client, service, until }) => {
      const took = await until(Promise.all(times(300, () => client.call(operations.starRepository, WIDGETS))));
      const [usage] = service.control.limits();
      expect(usage?.calls).toBe(300);
      expect(usage?.refused).toMatchObject({ primary: 0, inFlight: 0, content: 0 });
      expect(usage?.refused.points).toBeGreaterThan(0);
      expect(usage?.refused.points).toBeLessThan(20);
      // 1,500 points at 450 a minute begin in the fourth minute.
      expect(took).toBeGreaterThanOrEqual(3 * MINUTE);
      expect(took).toBeLessThan(5 * MINUTE);
    }));
});
