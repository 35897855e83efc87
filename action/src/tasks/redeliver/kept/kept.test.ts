import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAbandoned, lockText, readLock } from "../lock/lock-value.ts";
import { IN_FLIGHT, MOST_SENT, type Sent } from "../lock/sent.ts";
import { readKept, updatedKept, writeKept } from "./kept.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const LARGEST = 48 * 1024;

const sent = fc.array(
  fc.record({
    hook: fc.constantFrom("1", "22", "app-Iv1.x"),
    id: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
    at: fc.integer({ min: 0, max: 119 }).map((seconds) => ago(seconds).getTime()),
  }),
  { maxLength: 20 },
);

const sorted = (list: readonly Sent[]) => list.map((one) => JSON.stringify(one)).toSorted();

describe("what runs keep", () => {
  test("comes back as it was written, ids past 2^53 too", () => {
    const hooks = fc.dictionary(
      fc.constantFrom("1", "987654321", "app", "app-Iv1.x", "7 push,star.created"),
      fc.integer({ min: 0, max: 1_000_000 }).map(ago),
    );
    fc.assert(
      fc.property(hooks, sent, (times, list) => {
        const before = { hooks: new Map(Object.entries(times)), sent: list };
        const after = readKept(writeKept(before, "5", NOW).value, NOW);
        expect(after).toMatchObject({ damaged: undefined, exists: true });
        expect(new Map(after.hooks)).toEqual(before.hooks);
        expect(sorted(after.sent)).toEqual(sorted(list));
      }),
    );
  });

  test("is what the runs before wrote too", () => {
    const kept = readKept('{"hooks":{"1":"2026-01-10T11:00:00.000Z"},"run":"8"}', NOW);
    expect(kept).toMatchObject({ sent: [], damaged: undefined });
    expect(kept.hooks.get("1")).toEqual(ago(3600));
  });

  for (const value of ["", "null", "[]", '{"hooks":[]}', '{"hooks":{"x y":"2026-01-01"}}', '{"hooks":{"1":"soon"}}']) {
    test(`counts as none where no run can have written it: ${value}`, () => {
      expect(readKept(value, NOW)).toEqual({ hooks: new Map(), sent: [], damaged: value, exists: true });
    });
  }

  test("loses its oldest times where it would be too large, and nothing of what was just sent", () => {
    const hooks = new Map(Array.from({ length: 3000 }, (_, n) => [String(100_000_000 + n), ago(n)]));
    const list = Array.from({ length: 500 }, (_, n) => ({
      hook: "1",
      id: String(2n ** 63n + BigInt(n)),
      at: NOW.getTime(),
    }));
    const { value, omitted } = writeKept({ hooks, sent: list }, "5", NOW);
    expect(Buffer.byteLength(value)).toBeLessThanOrEqual(LARGEST);
    const kept = readKept(value, NOW);
    expect(kept.sent).toHaveLength(500);
    expect(kept.hooks.size).toBe(3000 - omitted);
    expect(kept.hooks.has("100000000")).toBe(true);
    expect(kept.hooks.has("100002999")).toBe(false);
  });

  test("has no webhooks that are gone, and never an older time than another run's", () => {
    const before = {
      hooks: new Map([
        ["1", ago(10)],
        ["2", ago(10)],
        ["3", ago(10)],
      ]),
      sent: [],
    };
    const times = new Map([
      ["1", ago(5)],
      ["2", ago(60)],
    ]);
    const { hooks } = updatedKept(before, { times, sent: [], gone: (key) => key === "3" });
    expect(hooks).toEqual(
      new Map([
        ["1", ago(5)],
        ["2", ago(10)],
      ]),
    );
  });
});

describe("a lock", () => {
  const identity = { holder: "h", repository: null, run: "5", attempt: null };

  test("has room for all that may be without a record", () => {
    const list = Array.from({ length: MOST_SENT }, (_, n) => ({
      ...{ hook: "123456789", id: String(2n ** 64n - 1n - BigInt(n)), at: NOW.getTime() - (n % 120) * 1000 },
    }));
    const text = lockText({ ...identity, sent: list }, NOW.getTime());
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LARGEST);
    expect(sorted(readLock(text)?.sent ?? [])).toEqual(sorted(list));
  });

  test("is abandoned once it was not renewed for a while, by the service's time; later where it can't be read", () => {
    const lock = readLock(lockText({ ...identity, sent: [] }, NOW.getTime()));
    const found = (seconds: number) => ({ value: "", updated: ago(seconds), now: NOW });
    expect(isAbandoned(found(119), lock)).toBe(false);
    expect(isAbandoned(found(121), lock)).toBe(true);
    expect(readLock("somebody's note")).toBeUndefined();
    expect(isAbandoned(found(121), undefined)).toBe(false);
    expect(isAbandoned(found(IN_FLIGHT / 1000 + 1), undefined)).toBe(true);
  });
});
