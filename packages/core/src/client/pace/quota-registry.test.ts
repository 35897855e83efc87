import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { ClientOptions } from "../client.ts";
import { readPaceOptions } from "./pace-options.ts";
import { MINUTE, pacedClient, secondaryLimitResponse } from "./paced.fixture.ts";
import { quotaFor, registeredSchedulers } from "./quota-registry.ts";

/** Whether a client is paused by another one's rejection. */
async function isPausedToo(options: Partial<ClientOptions>, otherOptions: Partial<ClientOptions>): Promise<boolean> {
  const clock = createVirtualClock();
  const rejected = pacedClient(options, () => secondaryLimitResponse(30), clock);
  const second = pacedClient(otherOptions, undefined, clock);
  rejected.read();
  await clock.advance(200);
  second.read();
  await clock.advance(1000);
  return second.sent() === 0;
}

describe("clients", () => {
  test.each<[string, Partial<ClientOptions>, Partial<ClientOptions>, boolean]>([
    ["with the same token and host", {}, {}, true],
    ["with another path", {}, { baseUrl: "https://forge.test/api/v4" }, true],
    ["with another host", {}, { baseUrl: "https://other.test/api/v3" }, false],
    ["with another token", {}, { credentials: "ghp_y" }, false],
    ["with another preset", {}, { pace: "polite" }, true],
    ["with other limits", { pace: { limits: { points: 890 } } }, {}, true],
    ["with the same owner", { pace: { owner: "a" } }, { pace: { owner: "a" }, credentials: "ghp_y" }, true],
    ["with another owner", { pace: { owner: "a" } }, { pace: { owner: "b" } }, false],
    ["with the same share", { pace: { share: "1/2" } }, { pace: { share: "1/2" } }, true],
    ["with another share", { pace: { share: "1/2" } }, { pace: { share: "2/2" } }, false],
  ])("share limits only with the same host, owner and share: %s", async (_, options, otherOptions, expected) => {
    expect(await isPausedToo({ pace: {}, ...options }, { pace: {}, ...otherOptions })).toBe(expected);
  });

  test("share usage", async () => {
    const clock = createVirtualClock();
    const clients = [pacedClient({ pace: {} }, undefined, clock), pacedClient({ pace: {} }, undefined, clock)];
    for (let count = 0; count < 400; count++) clients[count % 2]?.write();
    await clock.advance(MINUTE - 1000);
    expect(clients.reduce((sum, { sent }) => sum + sent(), 0)).toBe(177);
  });

  test("with other settings do not take each other's slots", async () => {
    const clock = createVirtualClock();
    const quick = pacedClient({ pace: {} }, undefined, clock);
    const slow = pacedClient({ pace: "polite" }, undefined, clock);
    slow.read();
    await clock.advance(1000);
    for (let count = 0; count < 400; count++) quick.read({ priority: "bulk" });
    await clock.advance(500);
    slow.read({ priority: "interactive" });
    await clock.advance(500);
    expect(slow.sent()).toBe(2);
  });

  test("with other settings respect the rejection of a call that was sent before they were created", async () => {
    const clock = createVirtualClock();
    const rejected = pacedClient({ pace: {} }, () => secondaryLimitResponse(30), clock);
    const late = pacedClient({ pace: "polite" }, undefined, clock);
    rejected.read();
    await clock.advance(50);
    late.read();
    await clock.advance(200);
    late.read();
    await clock.advance(1000);
    expect(late.sent()).toBe(1);
  });

  test("share usage despite different limits", async () => {
    const clock = createVirtualClock();
    const clients = [
      pacedClient({ pace: {} }, undefined, clock),
      pacedClient({ pace: { limits: { points: 890 } } }, undefined, clock),
    ];
    for (let count = 0; count < 400; count++) clients[count % 2]?.write();
    await clock.advance(MINUTE - 1000);
    expect(clients.reduce((sum, { sent }) => sum + sent(), 0)).toBeLessThanOrEqual(180);
  });
});

describe("quota owners", () => {
  let clock: VirtualClock = createVirtualClock();
  const settings = readPaceOptions("published");
  const quota = (owner: string) =>
    quotaFor(
      owner,
      async () => owner,
      settings,
      clock,
      () => 0,
    );

  afterEach(() => {
    clock = createVirtualClock();
  });

  test("without state are evicted, after a second at the latest", async () => {
    const before = registeredSchedulers();
    for (let count = 0; count < 100; count++) quota(`owner ${count}`);
    await clock.advance(1000);
    quota("last");
    expect(registeredSchedulers()).toBeLessThanOrEqual(before + 1);
  });

  test("are checked for eviction at most once a second, however many owners there are", async () => {
    let reads = 0;
    const counting = {
      ...clock,
      monotonic: () => {
        reads++;
        return clock.monotonic();
      },
    };
    const create = (name: string) =>
      quotaFor(
        name,
        async () => name,
        settings,
        counting,
        () => 0,
      );
    for (let count = 0; count < 1000; count++) create(`many ${count}`);
    reads = 0;
    for (let count = 0; count < 1000; count++) create(`more ${count}`);
    expect(reads).toBeLessThanOrEqual(2000);
    await clock.advance(1000);
    reads = 0;
    create("last");
    expect(reads).toBeGreaterThanOrEqual(2000);
  });

  test("are not evicted while their stored state is being read", async () => {
    let reads = 0;
    const storage = {
      get: () =>
        new Promise<undefined>((resolve) => {
          reads++;
          clock.after(1000, () => resolve(undefined));
        }),
      set: async () => undefined,
    };
    const pace = { owner: "slow", storage };
    const clients = [pacedClient({ pace }, undefined, clock), pacedClient({ pace }, undefined, clock)];
    for (const { read } of clients) {
      read();
      await clock.advance(10);
      quota("another");
    }
    await clock.advance(2000);
    expect([reads, ...clients.map(({ sent }) => sent())]).toEqual([1, 1, 1]);
  });

  test("with state are not evicted until it has expired", async () => {
    const used = pacedClient({ pace: { owner: "used" } }, undefined, clock);
    const rejected = pacedClient({ pace: { owner: "rejected" } }, () => secondaryLimitResponse(30), clock);
    const before = registeredSchedulers();
    for (const { read } of [used, rejected]) read();
    for (let count = 0; count < 9; count++) {
      await clock.advance(MINUTE / 10);
      quota("another");
    }
    expect(registeredSchedulers()).toBeGreaterThan(before);
    await clock.advance(24 * 60 * MINUTE);
    quota("last but one");
    quota("last");
    expect(registeredSchedulers()).toBeLessThanOrEqual(before + 1);
    used.read();
    await clock.advance(1000);
    expect(used.sent()).toBe(2);
  });
});
