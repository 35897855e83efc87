import { type Client, createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { holdFetch } from "../../../../test/clock/hold-fetch.ts";
import { createVirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../test/test-size.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";

// The client respects the published limits, and the emulator enforces them. They share no code.

const MINUTE = 60_000;

/** Skew of the emulator's clock in milliseconds. */
const CLOCK_SKEW = 7_777;

interface Harness {
  readonly client: Client;
  readonly service: Emulator;
  /**
   * Advances time until the work is done.
   * @returns its duration
   */
  readonly until: (work: Promise<unknown>) => Promise<number>;
}

/** Starts an emulator with limits, and a client whose clock runs {@link CLOCK_SKEW} behind. */
async function withLimits(limits: string | object, use: (harness: Harness) => Promise<void>): Promise<void> {
  const clock = createVirtualClock();
  const service = await startEmulator({ limits, now: () => new Date(clock.now() + CLOCK_SKEW) });
  const until = async (work: Promise<unknown>) => {
    const startedAt = clock.now();
    await clock.runUntil(work);
    return clock.now() - startedAt;
  };
  try {
    const credentials = service.tokens["alice"] ?? "";
    const client = createClient({
      baseUrl: service.apiUrl,
      credentials,
      clock,
      fetch: holdFetch(clock),
      cache: false,
    });
    await use({ client, service, until });
  } finally {
    await service.stop();
  }
}

const times = <T>(count: number, work: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => work(i));
const WIDGETS = { owner: "acme", repo: "widgets" };
const NO_REJECTIONS = { primary: 0, inFlight: 0, points: 0, content: 0 };

describe("client", () => {
  test("respects the published limits, and is as fast as they allow", () =>
    withLimits("published", async ({ client, service, until }) => {
      const [writes, reads] = [pickSize(200, 400), pickSize(50, 300)];
      const work = Promise.all([
        ...times(writes, () => client.call(operations.starRepository, WIDGETS)),
        ...times(reads, () => client.call(operations.getRepository, WIDGETS)),
      ]);
      const duration = await until(work);
      expect(service.control.limits()).toMatchObject([{ calls: writes + reads, refused: NO_REJECTIONS }]);
      // At 900 points per minute, 1,050 points reach the second minute and 2,300 the third.
      const minutes = Math.floor((writes * 5 + reads) / 900);
      expect(duration).toBeGreaterThanOrEqual(minutes * MINUTE);
      expect(duration).toBeLessThan((minutes + 0.2) * MINUTE);
    }));

  test("creates content as fast as allowed", () =>
    withLimits("published", async ({ client, service, until }) => {
      const pull = { ...WIDGETS, pull_number: 1, reviewers: ["carol"] };
      const calls = pickSize(90, 170);
      const duration = await until(Promise.all(times(calls, () => client.call(operations.requestReviewers, pull))));
      expect(service.control.limits()).toMatchObject([{ calls, refused: NO_REJECTIONS }]);
      // At 80 per minute, 90 items reach the second minute and 170 the third.
      const minutes = Math.floor(calls / 80);
      expect(duration).toBeGreaterThanOrEqual(minutes * MINUTE);
      expect(duration).toBeLessThan((minutes + 0.2) * MINUTE);
    }));

  test("waits for the reported reset", () =>
    withLimits({ primary: { user: { core: { limit: 50 } } } }, async ({ client, service, until }) => {
      const duration = await until(Promise.all(times(115, () => client.call(operations.getRepository, WIDGETS))));
      expect(service.control.limits()).toMatchObject([{ calls: 115, refused: NO_REJECTIONS }]);
      expect(duration).toBeGreaterThanOrEqual(2 * 60 * MINUTE);
      expect(duration).toBeLessThan(2.05 * 60 * MINUTE);
    }));

  test("retries calls that unreported limits reject, until all succeed", () =>
    withLimits({ secondary: { points: { limit: 450 } } }, async ({ client, service, until }) => {
      const duration = await until(Promise.all(times(300, () => client.call(operations.starRepository, WIDGETS))));
      const [usage] = service.control.limits();
      expect(usage?.calls).toBe(300);
      expect(usage?.refused).toMatchObject({ primary: 0, inFlight: 0, content: 0 });
      expect(usage?.refused.points).toBeGreaterThan(0);
      expect(usage?.refused.points).toBeLessThan(20);
      // At 450 points per minute, 1,500 points reach the fourth minute.
      expect(duration).toBeGreaterThanOrEqual(3 * MINUTE);
      expect(duration).toBeLessThan(5 * MINUTE);
    }));
});
