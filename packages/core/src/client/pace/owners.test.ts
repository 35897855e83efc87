import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { ClientOptions } from "../client.ts";
import { readPace } from "./options.ts";
import { quotaOf, rememberedOwners } from "./owners.ts";
import { MINUTE, paced, tooQuick } from "./paced.fixture.ts";

/** Is a client held up by what another one was refused? */
async function sharesPause(one: Partial<ClientOptions>, other: Partial<ClientOptions>): Promise<boolean> {
  const clock = createVirtualClock();
  const refused = paced(one, () => tooQuick(30), clock);
  const second = paced(other, undefined, clock);
  refused.read();
  await clock.advance(200);
  second.read();
  await clock.advance(1000);
  return second.sent() === 0;
}

describe("clients", () => {
  test.each<[string, Partial<ClientOptions>, Partial<ClientOptions>, boolean]>([
    ["of one token and host", {}, {}, true],
    ["of another path", {}, { baseUrl: "https://forge.test/api/v4" }, true],
    ["of another host", {}, { baseUrl: "https://other.test/api/v3" }, false],
    ["of another token", {}, { credentials: "ghp_y" }, false],
    ["of another preset", {}, { pace: "polite" }, true],
    ["of other limits", { pace: { limits: { points: 890 } } }, {}, true],
    ["of one owner", { pace: { owner: "a" } }, { pace: { owner: "a" }, credentials: "ghp_y" }, true],
    ["of another owner", { pace: { owner: "a" } }, { pace: { owner: "b" } }, false],
    ["of one share", { pace: { share: "1/2" } }, { pace: { share: "1/2" } }, true],
    ["of another share", { pace: { share: "1/2" } }, { pace: { share: "2/2" } }, false],
  ])("%s share limits, or not", async (_, one, other, expected) => {
    expect(await sharesPause({ pace: {}, ...one }, { pace: {}, ...other })).toBe(expected);
  });

  test("share what they use", async () => {
    const clock = createVirtualClock();
    const clients = [paced({ pace: {} }, undefined, clock), paced({ pace: {} }, undefined, clock)];
    for (let count = 0; count < 400; count++) clients[count % 2]?.write();
    await clock.advance(MINUTE - 1000);
    expect(clients.reduce((sum, { sent }) => sum + sent(), 0)).toBe(177);
  });

  test("told otherwise don't take each other's places", async () => {
    const clock = createVirtualClock();
    const quick = paced({ pace: {} }, undefined, clock);
    const slow = paced({ pace: "polite" }, undefined, clock);
    slow.read();
    await clock.advance(1000);
    for (let count = 0; count < 400; count++) quick.read({ priority: "bulk" });
    await clock.advance(500);
    slow.read({ priority: "interactive" });
    await clock.advance(500);
    expect(slow.sent()).toBe(2);
  });

  test("told otherwise hear of a refusal that was on its way when they came", async () => {
    const clock = createVirtualClock();
    const refused = paced({ pace: {} }, () => tooQuick(30), clock);
    const late = paced({ pace: "polite" }, undefined, clock);
    refused.read();
    await clock.advance(50);
    late.read();
    await clock.advance(200);
    late.read();
    await clock.advance(1000);
    expect(late.sent()).toBe(1);
  });

  test("share what they use, though they were told different limits", async () => {
    const clock = createVirtualClock();
    const clients = [
      paced({ pace: {} }, undefined, clock),
      paced({ pace: { limits: { points: 890 } } }, undefined, clock),
    ];
    for (let count = 0; count < 400; count++) clients[count % 2]?.write();
    await clock.advance(MINUTE - 1000);
    expect(clients.reduce((sum, { sent }) => sum + sent(), 0)).toBeLessThanOrEqual(180);
  });
});

describe("owners", () => {
  let clock: VirtualClock = createVirtualClock();
  const settings = readPace("published");
  const quota = (owner: string) =>
    quotaOf(
      owner,
      async () => owner,
      settings,
      clock,
      () => 0,
    );

  afterEach(() => {
    clock = createVirtualClock();
  });

  test("that have nothing to remember are forgotten", () => {
    const before = rememberedOwners();
    for (let count = 0; count < 100; count++) quota(`owner ${count}`);
    expect(rememberedOwners()).toBeLessThanOrEqual(before + 1);
  });

  test("are not forgotten while what was kept of them is read", async () => {
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
    const clients = [paced({ pace }, undefined, clock), paced({ pace }, undefined, clock)];
    for (const { read } of clients) {
      read();
      await clock.advance(10);
      quota("another");
    }
    await clock.advance(2000);
    expect([reads, ...clients.map(({ sent }) => sent())]).toEqual([1, 1, 1]);
  });

  test("that have something to remember are not, until it means nothing any more", async () => {
    const used = paced({ pace: { owner: "used" } }, undefined, clock);
    const refused = paced({ pace: { owner: "refused" } }, () => tooQuick(30), clock);
    const before = rememberedOwners();
    for (const { read } of [used, refused]) read();
    for (let count = 0; count < 9; count++) {
      await clock.advance(MINUTE / 10);
      quota("another");
    }
    expect(rememberedOwners()).toBeGreaterThan(before);
    await clock.advance(24 * 60 * MINUTE);
    quota("one more");
    quota("one more still");
    expect(rememberedOwners()).toBeLessThanOrEqual(before + 1);
    used.read();
    await clock.advance(1000);
    expect(used.sent()).toBe(2);
  });
});
