import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAbandoned, parseLock, serializeLock } from "../lock/lock-value.ts";
import { IN_FLIGHT_WINDOW, MAX_SENT, type SentRedelivery } from "../lock/sent-redeliveries.ts";
import { parseCheckpoint, serializeCheckpoint, updateCheckpoint } from "./checkpoint.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const MAX_VALUE_SIZE = 48 * 1024;

const sent = fc.array(
  fc.record({
    hook: fc.constantFrom("1", "22", "app-Iv1.x"),
    id: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
    at: fc.integer({ min: 0, max: 119 }).map((seconds) => secondsAgo(seconds).getTime()),
  }),
  { maxLength: 20 },
);

const sorted = (entries: readonly SentRedelivery[]) => entries.map((entry) => JSON.stringify(entry)).toSorted();

describe("a checkpoint", () => {
  test("round-trips, including ids above 2^53", () => {
    const hooks = fc.dictionary(
      fc.constantFrom("1", "987654321", "app", "app-Iv1.x", "7 push,star.created"),
      fc.integer({ min: 0, max: 1_000_000 }).map(secondsAgo),
    );
    fc.assert(
      fc.property(hooks, sent, sent, (times, entries, reported) => {
        const before = { hooks: new Map(Object.entries(times)), sent: entries, reported };
        const after = parseCheckpoint(serializeCheckpoint(before, "5", NOW).value, NOW);
        expect(after).toMatchObject({ damaged: undefined, exists: true });
        expect(new Map(after.hooks)).toEqual(before.hooks);
        expect(sorted(after.sent)).toEqual(sorted(entries));
        expect(sorted(after.reported)).toEqual(sorted(reported));
      }),
    );
  });

  test("reads values written by earlier versions", () => {
    const checkpoint = parseCheckpoint('{"hooks":{"1":"2026-01-10T11:00:00.000Z"},"run":"8"}', NOW);
    expect(checkpoint).toMatchObject({ sent: [], reported: [], damaged: undefined });
    expect(checkpoint.hooks.get("1")).toEqual(secondsAgo(3600));
  });

  for (const value of ["", "null", "[]", '{"hooks":[]}', '{"hooks":{"x y":"2026-01-01"}}', '{"hooks":{"1":"soon"}}']) {
    test(`ignores an invalid value: ${value}`, () => {
      expect(parseCheckpoint(value, NOW)).toEqual({
        hooks: new Map(),
        sent: [],
        reported: [],
        damaged: value,
        exists: true,
      });
    });
  }

  test("drops its oldest times if it is too large, but keeps the redeliveries just sent", () => {
    const hooks = new Map(Array.from({ length: 3000 }, (_, n) => [String(100_000_000 + n), secondsAgo(n)]));
    const entries = Array.from({ length: 500 }, (_, n) => ({
      hook: "1",
      id: String(2n ** 63n + BigInt(n)),
      at: NOW.getTime(),
    }));
    const { value, omitted } = serializeCheckpoint({ hooks, sent: entries, reported: entries }, "5", NOW);
    expect(Buffer.byteLength(value)).toBeLessThanOrEqual(MAX_VALUE_SIZE);
    const checkpoint = parseCheckpoint(value, NOW);
    expect(checkpoint.sent).toHaveLength(500);
    expect(checkpoint.reported).toHaveLength(500);
    expect(checkpoint.hooks.size).toBe(3000 - omitted);
    expect(checkpoint.hooks.has("100000000")).toBe(true);
    expect(checkpoint.hooks.has("100002999")).toBe(false);
  });

  test("drops deleted webhooks, and never replaces a time by an older one", () => {
    const before = {
      hooks: new Map([
        ["1", secondsAgo(10)],
        ["2", secondsAgo(10)],
        ["3", secondsAgo(10)],
      ]),
      sent: [],
      reported: [],
    };
    const times = new Map([
      ["1", secondsAgo(5)],
      ["2", secondsAgo(60)],
    ]);
    const { hooks } = updateCheckpoint(before, { times, sent: [], reported: [], isStale: (key) => key === "3" });
    expect(hooks).toEqual(
      new Map([
        ["1", secondsAgo(5)],
        ["2", secondsAgo(10)],
      ]),
    );
  });

  test("keeps what was reported only as long as the next run would report it again", () => {
    const attempt = (hook: string, id: string, seconds: number) => ({ hook, id, at: secondsAgo(seconds).getTime() });
    const before = {
      hooks: new Map([["1", secondsAgo(7200)]]),
      sent: [],
      reported: [attempt("1", "10", 1300), attempt("1", "11", 1100), attempt("2", "12", 9000), attempt("3", "13", 0)],
    };
    const update = {
      times: new Map([["1", secondsAgo(600)]]),
      sent: [],
      reported: [attempt("1", "11", 1100), attempt("1", "14", 5)],
      isStale: (key: string) => key === "3",
    };
    const { reported } = updateCheckpoint(before, update);
    // Webhook 2 has no time yet, so all of its events are reported.
    expect(reported.map(({ id }) => id).toSorted()).toEqual(["11", "12", "14"]);
    // With an entry for other events, the older time counts.
    const others = updateCheckpoint({ ...before, hooks: new Map([["1 push", secondsAgo(7200)]]) }, update);
    expect(others.reported.map(({ id }) => id).toSorted()).toEqual(["10", "11", "12", "14"]);
  });

  test("stores the newest of too many reported attempts", () => {
    const reported = Array.from({ length: 2000 }, (_, n) => ({
      hook: "1",
      id: String(n),
      at: NOW.getTime() - n * 1000,
    }));
    const { value } = serializeCheckpoint({ hooks: new Map(), sent: [], reported }, "5", NOW);
    expect(parseCheckpoint(value, NOW).reported.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 500 }, (_, n) => n),
    );
  });
});

describe("a lock", () => {
  const identity = { holder: "h", repository: null, run: "5", attempt: null };

  test("fits into a variable with the maximum number of entries", () => {
    const entries = Array.from({ length: MAX_SENT }, (_, n) => ({
      hook: "123456789",
      id: String(2n ** 64n - 1n - BigInt(n)),
      at: NOW.getTime() - (n % 120) * 1000,
    }));
    const text = serializeLock({ ...identity, sent: entries }, NOW.getTime());
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_VALUE_SIZE);
    expect(sorted(parseLock(text)?.sent ?? [])).toEqual(sorted(entries));
  });

  test("is abandoned two minutes after its last renewal by the service's clock, and later if it is unreadable", () => {
    const lock = parseLock(serializeLock({ ...identity, sent: [] }, NOW.getTime()));
    const variableUpdated = (seconds: number) => ({ value: "", updated: secondsAgo(seconds), now: NOW });
    expect(isAbandoned(variableUpdated(119), lock)).toBe(false);
    expect(isAbandoned(variableUpdated(121), lock)).toBe(true);
    expect(parseLock("not a lock")).toBeUndefined();
    expect(isAbandoned(variableUpdated(121), undefined)).toBe(false);
    expect(isAbandoned(variableUpdated(IN_FLIGHT_WINDOW / 1000 + 1), undefined)).toBe(true);
  });
});
