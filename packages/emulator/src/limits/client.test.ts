import { type Client, createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { sized } from "../../../../test/effort.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// The client keeps to the limits that are published; the service counts by them. Neither knows the other's code.

const MINUTE = 60_000;

/** The service's clock is wrong by this much, as clocks are. */
const APART = 7_777;

interface Held {
  readonly client: Client;
  readonly service: Emulator;
  /** Lets time pass until the work is done. @returns how long that took */
  readonly until: (work: Promise<unknown>) => Promise<number>;
}

/** A service with limits, and a client that shares its time. */
async function hold(limits: string | object, use: (held: Held) => Promise<void>): Promise<void> {
  const clock = createVirtualClock();
  const service = await startEmulator({ limits, now: () => new Date(clock.now() + APART) });
  const until = async (work: Promise<unknown>) => {
    const began = clock.now();
    await clock.runUntil(work);
    return clock.now() - began;
  };
  try {
    const credentials = service.tokens["alice"] ?? "";
    const client = createClient({
      baseUrl: service.apiUrl,
      credentials,
      clock,
      fetch: clock.hold(fetch),
      cache: false,
    });
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
      const [writes, reads] = [sized(200, 400), sized(50, 300)];
      const work = Promise.all([
        ...times(writes, () => client.call(operations.starRepository, WIDGETS)),
        ...times(reads, () => client.call(operations.getRepository, WIDGETS)),
      ]);
      const took = await until(work);
      expect(service.control.limits()).toMatchObject([{ calls: writes + reads, refused: NONE }]);
      // 900 points a minute: 1,050 begin in the second minute, 2,300 in the third.
      const minutes = Math.floor((writes * 5 + reads) / 900);
      expect(took).toBeGreaterThanOrEqual(minutes * MINUTE);
      expect(took).toBeLessThan((minutes + 0.2) * MINUTE);
    }));

  test("creates content as quickly as it may", () =>
    hold("published", async ({ client, service, until }) => {
      const pull = { ...WIDGETS, pull_number: 1, reviewers: ["carol"] };
      const calls = sized(90, 170);
      const took = await until(Promise.all(times(calls, () => client.call(operations.requestReviewers, pull))));
      expect(service.control.limits()).toMatchObject([{ calls, refused: NONE }]);
      // 80 a minute: 90 end in the second minute, 170 in the third.
      const minutes = Math.floor(calls / 80);
      expect(took).toBeGreaterThanOrEqual(minutes * MINUTE);
      expect(took).toBeLessThan((minutes + 0.2) * MINUTE);
    }));

  test("waits for the reset that it is told of", () =>
    hold({ primary: { user: { core: { limit: 50 } } } }, async ({ client, service, until }) => {
      const took = await until(Promise.all(times(115, () => client.call(operations.getRepository, WIDGETS))));
      expect(service.control.limits()).toMatchObject([{ calls: 115, refused: NONE }]);
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
