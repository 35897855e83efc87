import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { sized } from "../../../../../test/effort.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { alone, MINUTE, paced, tooQuick } from "./paced.fixture.ts";

/** A store over what stays when a process ends. */
function storeOver(texts: Map<string, string>): KeyValueStore {
  return {
    get: async (key) => texts.get(key),
    set: async (key, text) => {
      texts.set(key, text);
    },
  };
}

const never = () => new Promise<never>(() => undefined);

describe("what was used", () => {
  test("is kept before each call goes: whenever a process ends, the next one exceeds no limit", async () => {
    const ends = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(ends, async (lives) => {
        const texts = new Map<string, string>();
        const sent: number[] = [];
        let start = 1_800_000_000_000;
        for (const life of [...lives, 2 * MINUTE]) {
          const clock = createVirtualClock({ start });
          const { write } = paced(
            { pace: { owner: "acme", storage: storeOver(texts) } },
            () => {
              sent.push(clock.now() - 100);
              return new Response(null, { status: 204 });
            },
            clock,
          );
          for (let count = 0; count < 250; count++) write();
          // Nothing that was to happen later does.
          await clock.advance(life);
          start = clock.now();
        }
        const inMinuteFrom = sent.map((from) => sent.filter((at) => at >= from && at < from + MINUTE).length);
        expect(Math.max(...inMinuteFrom)).toBeLessThanOrEqual(180);
        expect(sent.length).toBeGreaterThanOrEqual(250);
      }),
      { numRuns: sized(3, 8) },
    );
  });

  test("holds nothing secret, in keys or values", async () => {
    const texts = new Map<string, string>();
    const { clock, write } = paced({ pace: { storage: storeOver(texts) }, credentials: "ghp_verysecret" });
    write();
    await vi.waitFor(() => expect([...texts].flat().join()).toContain("points"), { timeout: 30_000 });
    await clock.advance(1000);
    expect([...texts].flat().join()).not.toMatch(/verysecret|KEY|eA==/);
  });

  test("is kept apart for each of several processes", async () => {
    const texts = new Map<string, string>();
    for (const share of ["1/2", "2/2"]) {
      const { clock, read } = paced({ pace: { owner: "acme", storage: storeOver(texts), share } });
      read();
      await clock.advance(1000);
    }
    expect(texts.size).toBe(2);
  });

  test("counts as everything where it can't be read", async () => {
    const ofAnotherShape = { caution: { pausedUntil: 0, pauses: 0 }, windows: {}, primary: {} };
    for (const text of ["", "no JSON", "{}", JSON.stringify(ofAnotherShape)]) {
      const { clock, read, sent } = paced({
        pace: { ...alone(), storage: { get: async () => text, set: async () => undefined } },
      });
      read();
      await clock.advance(MINUTE - 1000);
      expect(sent()).toBe(0);
      await clock.advance(2000);
      expect(sent()).toBe(1);
    }
  });

  test("reaches over a restart, with the pause", async () => {
    const texts = new Map<string, string>();
    const first = paced({ pace: { owner: "acme", storage: storeOver(texts) } }, () => tooQuick(300));
    first.read();
    await first.clock.advance(200);
    first.read({ priority: "interactive" });
    // What the refusal has changed is kept with the next call that goes.
    await first.clock.advance(301_000);
    const second = paced(
      { pace: { owner: "acme", storage: storeOver(texts) } },
      undefined,
      createVirtualClock({ start: first.clock.now() }),
    );
    second.read();
    await second.clock.advance(1000);
    expect(second.sent()).toBe(1);
  });
});

describe("a store", () => {
  const fails = () => {
    throw new Error("no store");
  };

  test.each<[string, KeyValueStore]>([
    ["throws", { get: fails, set: fails }],
    ["fails", { get: async () => fails(), set: async () => fails() }],
    ["hangs", { get: never, set: never }],
  ])("that %s holds calls up for no longer than a minute and some seconds", async (_, storage) => {
    const { clock, read, sent } = paced({ pace: { ...alone(), storage } });
    for (let count = 0; count < 50; count++) read();
    await clock.advance(MINUTE + 20_000);
    expect([sent(), clock.pendingTimers()]).toEqual([50, 0]);
  });

  test.each<[string, KeyValueStore]>([
    ["reads", { get: never, set: async () => undefined }],
    ["writes", { get: async () => undefined, set: never }],
  ])("is not waited for by who gives up while it %s", async (_, storage) => {
    const controller = new AbortController();
    const { clock, read, sent } = paced({ pace: { ...alone(), storage } });
    const call = read({ signal: controller.signal });
    await clock.advance(10);
    controller.abort("enough");
    await clock.advance(0);
    expect([call.outcome(), sent()]).toEqual([{ error: "enough" }, 0]);
  });
});
