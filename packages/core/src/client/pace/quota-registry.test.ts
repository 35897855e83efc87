import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { ClientOptions } from "../client.ts";
import { readPaceOptions } from "./pace-options.ts";
import { MINUTE, pacedClient, secondaryLimitResponse } from "./paced.fixture.ts";
import { quotaFor, registeredSchedulers } from "./quota-registry.ts";
import { assumeExhausted } from "./saved-usage.ts";

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

  test("without state are evicted as others come", () => {
    const before = registeredSchedulers().all;
    for (let count = 0; count < 1000; count++) quota(`owner ${count}`);
    expect(registeredSchedulers().all).toBeLessThanOrEqual(2 * before + 2);
  });

  test("with state and without calls are parked as others come, and continue where they were", async () => {
    const clients = Array.from({ length: 50 }, (_, at) =>
      pacedClient({ pace: { owner: `parked ${at}` } }, undefined, clock),
    );
    const [first] = clients;
    for (let count = 0; count < 170; count++) first?.write();
    await clock.advance(10_000);
    for (const { write } of clients.slice(1)) write();
    await clock.advance(1000);
    for (let count = 0; count < 50; count++) quota(`passing ${count}`);
    expect(registeredSchedulers().parked).toBeGreaterThanOrEqual(49);
    await clock.advance(29_000);
    for (let count = 0; count < 20; count++) first?.write();
    await clock.advance(5000);
    const usedUp = first?.sent() ?? 0;
    expect(usedUp).toBeGreaterThan(170);
    expect(usedUp).toBeLessThanOrEqual(180);
    await clock.advance(20_000);
    expect(first?.sent()).toBe(190);
  });

  test("take the same steps for each new owner, however many there are", () => {
    let reads = 0;
    const counting = {
      ...clock,
      monotonic: () => {
        reads++;
        return clock.monotonic();
      },
    };
    const readsOf = (name: string) => {
      reads = 0;
      const { scheduler } = quotaFor(
        name,
        async () => name,
        settings,
        counting,
        () => 0,
      );
      // Has a state that doesn't expire.
      assumeExhausted(scheduler);
      return reads;
    };
    for (let count = 0; count < 100; count++) readsOf(`few ${count}`);
    const few = readsOf("one more");
    for (let count = 0; count < 3000; count++) readsOf(`many ${count}`);
    expect(readsOf("the last")).toBeLessThanOrEqual(few + 20);
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
    const before = registeredSchedulers().all;
    for (const { read } of [used, rejected]) read();
    for (let count = 0; count < 9; count++) {
      await clock.advance(MINUTE / 10);
      quota(`another ${count}`);
    }
    expect(registeredSchedulers().all).toBeGreaterThan(before);
    await clock.advance(24 * 60 * MINUTE);
    for (let count = 0; count < 5000; count++) quota(`last ${count}`);
    expect(registeredSchedulers().all).toBeLessThanOrEqual(before + 2);
    used.read();
    await clock.advance(1000);
    expect(used.sent()).toBe(2);
  });
});
