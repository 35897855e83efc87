import { describe, expect, test } from "vitest";
import { isInputError } from "../errors.ts";
import { at, DAY, failed, failedAgain, HOUR, MINUTE, succeeded } from "./records.fixture.ts";
import { type DeliveryRecord, type FailedEvents, planRecovery, type RecoveryOptions } from "./recovery.ts";

const guidsOf = (events: FailedEvents) => Array.from(events, ({ guid }) => guid);

/** Returns the plan, by default for one hour after the start, with lists of GUIDs. */
async function plan(records: readonly DeliveryRecord[], options: Partial<RecoveryOptions> = {}) {
  const { delivered, redeliver, expired, exhausted, outside } = await planRecovery(records, {
    now: at(60),
    ...options,
  });
  return {
    delivered,
    redeliver: guidsOf(redeliver),
    expired: guidsOf(expired),
    exhausted: guidsOf(exhausted),
    outside: guidsOf(outside),
  };
}

const emptyPlan = { delivered: 0, redeliver: [], expired: [], exhausted: [], outside: [] };

describe("planRecovery, in cases that published redelivery scripts get wrong", () => {
  test("plans nothing without records, and accepts empty pages", async () => {
    expect(await plan([])).toEqual(emptyPlan);
    const pages = await planRecovery([[], [failed(1, "a")], []], { now: at(60) });
    expect(guidsOf(pages.redeliver)).toEqual(["a"]);
  });

  test("does not redeliver an event that succeeded before the window and failed manually within it", async () => {
    const records = [failedAgain(50, "a"), succeeded(1, "a")];
    expect(await plan(records, { since: at(40), overlap: 0 })).toEqual({ ...emptyPlan, delivered: 1 });
  });

  test("gives up on a receiver that always fails, even if no list contains all attempts", async () => {
    for (const interval of [HOUR, 20 * HOUR, 30 * HOUR]) {
      let records = [failed(0, "a")];
      for (let run = 1; run < 100; run += 1) {
        const minute = (run * interval) / MINUTE;
        records = records.filter((record) => Date.parse(record.delivered_at) >= at(minute).getTime() - 3 * DAY);
        const { redeliver } = await plan(records, { now: at(minute), maxAttempts: 5 });
        if (redeliver.length > 0) records = [failedAgain(minute, "a"), ...records];
        if (interval === HOUR && run === 10) expect(records).toHaveLength(5);
      }
      expect(records).toEqual([]);
    }
  });

  test("finds a record whose time is before the last run but that was listed after it", async () => {
    const late = failed(29, "a");
    expect(await plan([late], { since: at(30) })).toMatchObject({ redeliver: ["a"] });
    expect(await plan([late], { since: at(30), overlap: 0 })).toMatchObject({ outside: ["a"] });
    expect(await plan([late])).toMatchObject({ redeliver: ["a"] });
  });

  test("loses nothing if `since` comes from a clock that is ahead", async () => {
    expect(await plan([failed(1, "a")], { since: at(600), overlap: 0 })).toMatchObject({ redeliver: ["a"] });
  });
});

describe("the list redeliver", () => {
  test("contains the newest record of each event, those with the oldest last failure first", async () => {
    const [first, second] = ["0b989ba4-242f-11e5-81e1-c7b6966d2516", "ffffffff-0000-0000-0000-00000000000f"];
    const { redeliver } = await planRecovery(
      [
        failed(40, first, { event: "ping", action: null, delivered_at: "2026-01-01T00:40:00Z" }),
        failedAgain(30, second),
        failed(20, second, { event: "push", status: "an older one" }),
      ],
      { now: at(60) },
    );
    expect(redeliver.size).toBe(2);
    const common = { action: "created", event: "star", status: "timed out" };
    expect([...redeliver]).toEqual([
      {
        ...common,
        guid: second,
        id: String(2n ** 53n + 1_800_000n),
        delivered_at: "2026-01-01T00:30:00Z",
        attempts: 2,
      },
      {
        ...common,
        guid: first,
        id: String(2n ** 53n + 2_400_000n),
        delivered_at: "2026-01-01T00:40:00Z",
        attempts: 1,
        event: "ping",
        action: null,
      },
    ]);
    expect([...redeliver]).toEqual([...redeliver]);
  });

  test.for([2n ** 53n, 2n ** 63n, 2n ** 64n - 2n])(
    "contains the newest record even if ids differ only in the last digit: %s",
    async (id) => {
      const records = [failed(2, "a", { id: String(id) }), failed(1, "a", { id: String(id + 1n) })];
      for (const order of [records, records.toReversed()]) {
        const { redeliver } = await planRecovery(order, { now: at(60) });
        expect([...redeliver]).toMatchObject([{ id: String(id + 1n), attempts: 2 }]);
      }
    },
  );

  test("distinguishes GUIDs exactly", async () => {
    const guid = "0b989ba4-242f-11e5-81e1-c7b6966d2516";
    const others = [
      guid.toUpperCase(),
      guid.replaceAll("-", ""),
      `{${guid}}`,
      guid.slice(1),
      guid.replace("-", "0"),
      "",
    ];
    const records = [guid, ...others].map((other, minute) => failed(minute, other));
    expect(await plan([succeeded(50, guid), ...records])).toEqual({ ...emptyPlan, delivered: 1, redeliver: others });
  });

  test("counts a repeated record as one attempt", async () => {
    const records = [failed(1, "a"), failedAgain(2, "a"), failedAgain(3, "a")];
    const { redeliver } = await planRecovery([records, records, records.toReversed()], { now: at(60), maxAttempts: 4 });
    expect([...redeliver]).toMatchObject([{ attempts: 3, id: records[2]?.id }]);
  });

  test("contains only the selected events", async () => {
    const records = [
      failed(1, "a"),
      failed(2, "b", { event: "push" }),
      failed(3, "c", { event: "push", status: "OK" }),
    ];
    expect(await plan(records, { events: ["push"] })).toEqual({ ...emptyPlan, delivered: 1, redeliver: ["b"] });
  });
});

describe("other lists", () => {
  test("exhausted contains events with the maximum number of attempts", async () => {
    const records = [failed(1, "a"), failedAgain(2, "a"), failedAgain(3, "a"), failed(4, "b")];
    expect(await plan(records, { maxAttempts: 3 })).toEqual({ ...emptyPlan, redeliver: ["b"], exhausted: ["a"] });
    const { exhausted } = await planRecovery(records, { now: at(60), maxAttempts: 2 });
    expect([...exhausted]).toMatchObject([{ guid: "a", attempts: 2, id: records[2]?.id }]);
  });

  test("expired contains events whose first attempt is older than the retention period", async () => {
    const now = at(72 * 60);
    const ages = { edge: failed(0, "edge"), past: failed(-1, "past"), longAgo: failed(-4 * 24 * 60, "long ago") };
    const again = failedAgain(71 * 60, "past");
    expect(await plan([...Object.values(ages), again], { now })).toEqual({
      ...emptyPlan,
      redeliver: ["edge"],
      expired: ["long ago", "past"],
    });
    expect(await plan([again], { now })).toEqual({ ...emptyPlan, expired: ["past"] });
    const wider = await plan([...Object.values(ages), again], { now, retention: 7 * DAY });
    expect(wider.redeliver).toEqual(["long ago", "edge", "past"]);
  });

  test("treats any attempt as possibly the first if the service does not mark redeliveries", async () => {
    const now = at(72 * 60);
    const records = [failed(71 * 60, "a", { redelivery: undefined })];
    expect(await plan(records, { now })).toMatchObject({ redeliver: ["a"] });
  });

  test("outside contains events last attempted before the start of the window", async () => {
    const records = [failed(29, "a"), failed(30, "b"), failed(1, "c"), failedAgain(31, "c")];
    const options = { since: at(40), overlap: 10 * MINUTE };
    expect(await plan(records, options)).toEqual({ ...emptyPlan, outside: ["a"], redeliver: ["b", "c"] });
  });
});

describe("invalid input", () => {
  const invalidOptions: readonly [name: string, options: object][] = [
    ["now", {}],
    ["now", { now: new Date(Number.NaN) }],
    ["now", { now: Date.now() }],
    ["retention", { now: at(0), retention: 0 }],
    ["retention", { now: at(0), retention: Number.NaN }],
    ["maxAttempts", { now: at(0), maxAttempts: 0 }],
    ["maxAttempts", { now: at(0), maxAttempts: 1.5 }],
    ["since", { now: at(0), since: new Date("never") }],
    ["overlap", { now: at(0), overlap: -1 }],
    ["events", { now: at(0), events: [] }],
    ["events", { now: at(0), events: "push" }],
    ["attempts", { now: at(0), attempts: 3 }],
  ];
  for (const [field, options] of invalidOptions) {
    test(`rejects invalid options: ${field} of ${JSON.stringify(options)}`, async () => {
      const error = await planRecovery([], Object(options)).catch((caught: unknown) => caught);
      expect(isInputError(error) && error.field).toBe(field);
    });
  }

  test.for([2 ** 53 + 2, "", "1a", "-1", "1.0", "007", String(2n ** 64n)])("rejects an invalid id: %j", async (id) => {
    const error = await planRecovery([Object({ ...failed(1, "a"), id })], { now: at(0) }).catch(
      (caught: unknown) => caught,
    );
    expect(isInputError(error) && error.message).toContain(`up to 64 bits, got ${JSON.stringify(id)}`);
  });

  test("rejects an id that is not a string", async () => {
    const record = Object({ ...failed(1, "a"), id: 2n ** 60n });
    const error = await planRecovery([record], { now: at(0) }).catch((caught: unknown) => caught);
    expect(isInputError(error) && error.message).toContain("got 1152921504606846976n");
  });

  test("rejects a record with an invalid time", async () => {
    const record = failed(1, "a", { delivered_at: "yesterday" });
    const error = await planRecovery([record], { now: at(0) }).catch((caught: unknown) => caught);
    expect(isInputError(error) && error.message).toContain(
      `of the delivery ${record.id} must be a time, got "yesterday"`,
    );
  });

  test.each(["guid", "event", "status"] as const)("rejects a record without its %s", async (field) => {
    const { [field]: _, ...record } = failed(1, "a");
    const error = await planRecovery([Object(record)], { now: at(0) }).catch((caught: unknown) => caught);
    expect(isInputError(error) && error.message).toBe(
      `${field} of the delivery ${record.id} must be a string, got undefined.`,
    );
  });

  test.each([undefined, null, "records", 1, { items: [] }])(
    "rejects records that are not iterable: %j",
    async (records) => {
      const error = await Reflect.apply(planRecovery, undefined, [records, { now: at(0) }]).catch(
        (caught: unknown) => caught,
      );
      expect(isInputError(error) && error.field).toBe("records");
    },
  );

  test("rejects a list with other values", async () => {
    const error = await planRecovery([Object(failed(1, "a")), Reflect.get({}, "none")], { now: at(0) }).catch(
      (caught: unknown) => caught,
    );
    expect(isInputError(error) && error.message).toBe("records must be objects, got undefined.");
  });
});

test("treats a missing action as null", async () => {
  const { action: _, ...record } = failed(1, "a");
  const { redeliver } = await planRecovery([Object(record)], { now: at(60) });
  expect([...redeliver]).toMatchObject([{ guid: "a", action: null }]);
});
