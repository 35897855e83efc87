import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { jsonResponse, subscription } from "../mock-client.fixture.ts";
import { MINUTE, pacedClient, secondaryLimitResponse, uniqueOwner } from "./paced.fixture.ts";

/** A store over a map that outlives a process. */
function storeOver(texts: Map<string, string>): KeyValueStore {
  return {
    get: async (key) => texts.get(key),
    set: async (key, text) => {
      texts.set(key, text);
    },
  };
}

const never = () => new Promise<never>(() => undefined);

describe("persisted usage", () => {
  test("is stored before each call is sent, so that restarts at any time never exceed a limit", async () => {
    const lifetimes = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lifetimes, async (lifetimesMs) => {
        const texts = new Map<string, string>();
        const sent: number[] = [];
        let start = 1_800_000_000_000;
        for (const lifetime of [...lifetimesMs, 2 * MINUTE]) {
          const clock = createVirtualClock({ start });
          const { write } = pacedClient(
            { pace: { owner: "acme", storage: storeOver(texts) } },
            (method) => {
              // A request for the service's time is not a call.
              if (method !== "HEAD") sent.push(clock.now() - 100);
              return new Response(null, { status: 204 });
            },
            clock,
          );
          for (let count = 0; count < 250; count++) write();
          // Advances the clock only to the end of this process's lifetime.
          await clock.advance(lifetime);
          start = clock.now();
        }
        const inMinuteFrom = sent.map((from) => sent.filter((at) => at >= from && at < from + MINUTE).length);
        expect(Math.max(...inMinuteFrom)).toBeLessThanOrEqual(180);
        expect(sent.length).toBeGreaterThanOrEqual(250);
      }),
      { numRuns: pickSize(3, 8) },
    );
  });

  test.each(["a token", "a credentials function"])(
    "contains no secret, in keys or values, after calls of a client with %s",
    async (kind) => {
      const texts = new Map<string, string>();
      const token = "ghp_verysecret0123456789";
      const credentials = kind === "a token" ? token : async () => token;
      const pace = { storage: storeOver(texts), owner: kind === "a token" ? undefined : "acme" };
      // The service repeats the token wherever the state could come from.
      const headers = {
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "100",
        "x-ratelimit-reset": "1767229200",
        "x-ratelimit-resource": token,
        "x-github-request-id": token,
        etag: token,
      };
      const responses = [
        () => jsonResponse(subscription, 200, headers),
        () => jsonResponse({ message: `${token}: secondary rate limit` }, 403, { ...headers, "retry-after": "5" }),
        () => jsonResponse({ message: token }, 429, { ...headers, "x-ratelimit-remaining": "0" }),
        () => new Response(token, { status: 502, headers }),
        () => new Response(null, { status: 302, headers: { ...headers, location: `/${token}` } }),
      ];
      let count = 0;
      const { clock, read, write, sent } = pacedClient({ pace, credentials }, () => {
        const respond = responses[count++ % responses.length] ?? (() => new Response());
        return respond();
      });
      for (let call = 0; call < 10; call++) {
        read();
        write();
        await clock.advance(MINUTE);
      }
      await vi.waitFor(() => expect([...texts].flat().join()).toContain("points"), { timeout: 30_000 });
      await clock.advance(60 * MINUTE);
      expect(sent()).toBeGreaterThan(10);
      expect([...texts].flat().join()).not.toMatch(/verysecret|KEY|eA==/);
    },
  );

  test("is stored separately for each process of a share", async () => {
    const texts = new Map<string, string>();
    for (const share of ["1/2", "2/2"]) {
      const { clock, read } = pacedClient({ pace: { owner: "acme", storage: storeOver(texts), share } });
      read();
      await clock.advance(1000);
    }
    expect(texts.size).toBe(2);
  });

  test("counts as exhausted if the stored value is invalid", async () => {
    const wrongShape = { backoff: { pausedUntil: 0, pauses: 0 }, windows: {}, primary: {} };
    for (const text of ["", "no JSON", "{}", JSON.stringify(wrongShape)]) {
      const { clock, read, sent } = pacedClient({
        pace: { ...uniqueOwner(), storage: { get: async () => text, set: async () => undefined } },
      });
      read();
      await clock.advance(MINUTE - 1000);
      expect(sent()).toBe(0);
      await clock.advance(2000);
      expect(sent()).toBe(1);
    }
  });

  test("includes a pause, even if the process ends with the rejection", async () => {
    const texts = new Map<string, string>();
    const first = pacedClient({ pace: { owner: "acme", storage: storeOver(texts) } }, () =>
      secondaryLimitResponse(300),
    );
    first.read();
    await first.clock.advance(200);
    expect(first.sent()).toBe(1);
    const second = pacedClient(
      { pace: { owner: "acme", storage: storeOver(texts) } },
      undefined,
      createVirtualClock({ start: first.clock.now() }),
    );
    second.read();
    await second.clock.advance(299_000);
    expect(second.sent()).toBe(0);
    await second.clock.advance(3000);
    expect(second.sent()).toBe(1);
  });
});

describe("a store", () => {
  const throwError = () => {
    throw new Error("no store");
  };

  test.each<[string, KeyValueStore]>([
    ["throws", { get: throwError, set: throwError }],
    ["fails", { get: async () => throwError(), set: async () => throwError() }],
    ["hangs", { get: never, set: never }],
  ])("that %s delays calls for no longer than about a minute", async (_, storage) => {
    const { clock, read, sent } = pacedClient({ pace: { ...uniqueOwner(), storage } });
    for (let count = 0; count < 50; count++) read();
    await clock.advance(MINUTE + 20_000);
    expect([sent(), clock.pendingTimers()]).toEqual([50, 0]);
  });

  test.each<[string, KeyValueStore]>([
    ["reads", { get: never, set: async () => undefined }],
    ["writes", { get: async () => undefined, set: never }],
  ])("does not delay an abort while it %s", async (_, storage) => {
    const controller = new AbortController();
    const { clock, read, sent } = pacedClient({ pace: { ...uniqueOwner(), storage } });
    const call = read({ signal: controller.signal });
    await clock.advance(10);
    controller.abort("enough");
    await clock.advance(0);
    expect([call.outcome(), sent()]).toEqual([{ error: "enough" }, 0]);
  });
});
