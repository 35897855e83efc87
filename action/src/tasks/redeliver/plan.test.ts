import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planHook } from "./plan.ts";
import type { Delivery } from "./records.ts";

const START = Date.parse("2026-01-01T00:00:00Z");

/** A record; later ids are later records, as on the service. */
const record = (n: number, guid: string, status: string): Delivery => ({
  id: String(2n ** 53n + BigInt(n)),
  guid,
  status,
  delivered_at: new Date(START + n * 60_000).toISOString(),
  event: "star",
  action: "created",
});

const everything = { since: undefined, maxAttempts: 5 };

describe("what is sent again", () => {
  test("nothing of no records", () => {
    expect(planHook([], everything)).toEqual({ redeliver: [], letGo: [] });
  });

  test("the newest record of an event, whose ids differ only past 2^53", () => {
    const plan = planHook([record(1, "a", "timed out"), record(2, "a", "timed out")], everything);
    expect(plan.redeliver).toMatchObject([{ delivery: { id: String(2n ** 53n + 2n) }, attempts: 2 }]);
  });

  test("nothing that succeeded before the window and failed a redelivery inside it", () => {
    const records = [record(1, "a", "OK"), record(9, "a", "timed out")];
    expect(planHook(records, { since: new Date(START + 5 * 60_000), maxAttempts: 5 }).redeliver).toEqual([]);
  });

  test("nothing that was last tried before the window", () => {
    const since = new Date(START + 5 * 60_000);
    const plan = planHook([record(1, "a", "timed out"), record(5, "b", "timed out")], { since, maxAttempts: 5 });
    expect(plan.redeliver.map(({ delivery }) => delivery.guid)).toEqual(["b"]);
  });

  test("the same as by brute force, in whatever order the records come", () => {
    const status = fc.constantFrom("OK", "timed out", "Invalid HTTP Response: 500");
    const guid = fc.constantFrom("a", "b", "c", "d");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(guid, status), { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 0, max: 30 })),
        fc.func(fc.integer()),
        (rows, maxAttempts, sinceMinute, order) => {
          const records = rows.map(([guid, status], n) => record(n, guid, status));
          const since = sinceMinute === null ? undefined : new Date(START + sinceMinute * 60_000);
          const shuffled = records.toSorted((a, b) => order(a.id) - order(b.id));
          const plan = planHook(shuffled, { since, maxAttempts });

          const expected = ["a", "b", "c", "d"].filter((guid) => {
            const own = records.filter((one) => one.guid === guid);
            const last = own.at(-1);
            if (!last || own.length >= maxAttempts) return false;
            return own.every((one) => one.status !== "OK") && (!since || new Date(last.delivered_at) >= since);
          });
          expect(plan.redeliver.map(({ delivery }) => delivery.guid).toSorted()).toEqual(expected);
          const guids = plan.letGo.map(({ delivery }) => delivery.guid);
          expect(guids.filter((guid) => expected.includes(guid))).toEqual([]);
        },
      ),
    );
  });
});
