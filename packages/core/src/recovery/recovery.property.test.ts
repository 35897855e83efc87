import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { at, DAY, failed, HOUR, MINUTE } from "./records.fixture.ts";
import {
  type DeliveryRecord,
  type FailedEvent,
  type FailedEvents,
  planRecovery,
  type RecoveryOptions,
  type RecoveryPlan,
} from "./recovery.ts";

const LISTS = ["redeliver", "expired", "exhausted", "outside"] as const;
type PlanList = (typeof LISTS)[number];

/** Computes the expected plan with a simple algorithm, from all records at once. */
function modelPlan(records: readonly DeliveryRecord[], options: RecoveryOptions) {
  const { now, retention = 3 * DAY, maxAttempts = 5, since, overlap = HOUR, events } = options;
  const selected = records.filter(({ event }) => !events || events.includes(event));
  const time = (record: DeliveryRecord) => new Date(record.delivered_at).getTime();
  const lists: Record<PlanList, FailedEvent[]> = { redeliver: [], expired: [], exhausted: [], outside: [] };
  let delivered = 0;
  for (const eventRecords of Map.groupBy(selected, ({ guid }) => guid).values()) {
    if (eventRecords.some(({ status }) => status === "OK")) {
      delivered += 1;
      continue;
    }
    const [newest] = eventRecords.toSorted((a, b) => (BigInt(a.id) > BigInt(b.id) ? -1 : 1));
    if (!newest) continue;
    const attempts = new Set(eventRecords.map(({ id }) => id)).size;
    const isWithinRetention = eventRecords.some(
      (record) => record.redelivery !== true && now.getTime() - time(record) <= retention,
    );
    const isOutside = since && since <= now && time(newest) < since.getTime() - overlap;
    const list = !isWithinRetention
      ? "expired"
      : attempts >= maxAttempts
        ? "exhausted"
        : isOutside
          ? "outside"
          : "redeliver";
    const { id, guid, status, event, action, delivered_at } = newest;
    lists[list].push({ id, guid, status, event, action, delivered_at, attempts: Math.min(attempts, maxAttempts) });
  }
  return { delivered, ...lists };
}

function toComparable(plan: RecoveryPlan) {
  const list = (events: FailedEvents) => {
    const all = [...events];
    expect(events.size).toBe(all.length);
    return all;
  };
  const { delivered, redeliver, expired, exhausted, outside } = plan;
  return {
    delivered,
    redeliver: list(redeliver),
    expired: list(expired),
    exhausted: list(exhausted),
    outside: list(outside),
  };
}

const guid = fc.oneof(
  fc.constantFrom("a", "A", "", "0B989BA4-242F-11E5-81E1-C7B6966D2516", "0b989ba4-242f-11e5-81e1-c7b6966d2516"),
  fc.integer({ min: 0, max: 5 }).map((n) => `ffffffff-ffff-4fff-bfff-00000000000${n}`),
);

/** History of a webhook: attempts in the order of their ids, with clock skew. */
const history = fc
  .tuple(
    fc.constantFrom(1n, 2n ** 53n - 20n, 2n ** 63n - 20n, 2n ** 64n - 100n),
    fc.array(
      fc.record({
        guid,
        /** Delay since the previous attempt. */
        minutes: fc.constantFrom(0, 0.0001, 1, 30, 60, 600, 2000),
        skew: fc.constantFrom(0, 0, 0.001, -1, 1),
        status: fc.constantFrom("OK", "timed out", "timed out", "Invalid HTTP Response: 500"),
        redelivery: fc.constantFrom(false, true, undefined),
        event: fc.constantFrom("star", "push"),
        action: fc.constantFrom(null, "created"),
      }),
      { maxLength: 40 },
    ),
  )
  .map(([firstId, attempts]) => {
    let minute = 0;
    const records = attempts.map(({ minutes, skew, ...fields }, n) => {
      minute += minutes;
      return failed(minute + skew, fields.guid, { id: String(firstId + BigInt(n)), ...fields });
    });
    return { records, end: minute };
  });

const minutesBeforeEnd = fc.constantFrom(-600, -1, 0, 1, 29, 30, 60, 600, 4000);

const planOptions = fc.record({
  maxAttempts: fc.constantFrom(undefined, 1, 2, 3, 1000),
  retention: fc.constantFrom(undefined, MINUTE, HOUR, 7 * DAY),
  overlap: fc.constantFrom(undefined, 0, MINUTE, DAY),
  events: fc.constantFrom(undefined, ["star"], ["star", "push"]),
});

describe("planRecovery, for any history", () => {
  test("the plan equals the expected one, for any order, pages and repetitions of records", async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        planOptions,
        fc.option(minutesBeforeEnd, { nil: undefined }),
        fc.constantFrom(-1, 0, 1, 5000),
        fc.array(fc.nat(), { maxLength: 100 }),
        async ({ records, end }, otherOptions, sinceBefore, nowAfter, order) => {
          const since = sinceBefore === undefined ? undefined : at(end - sinceBefore);
          const options = { ...otherOptions, since, now: at(end + nowAfter) };
          const expected = modelPlan(records, options);

          const plan = toComparable(await planRecovery(records.toReversed(), options));
          for (const list of LISTS) {
            expect(plan[list].toSorted(byGuid)).toEqual(expected[list].toSorted(byGuid));
            const timesAndIds = plan[list].map(({ delivered_at, id }): [number, bigint] => [
              Date.parse(delivered_at),
              BigInt(id),
            ]);
            expect(timesAndIds).toEqual(timesAndIds.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
          }
          expect(plan.delivered).toBe(expected.delivered);

          // Records can be listed in any order, and several times.
          const picked = order.flatMap((n) => records[n % records.length] ?? []);
          const shuffled = [...picked, ...records.toSorted((a, b) => rank(order, a) - rank(order, b)), ...picked];
          expect(toComparable(await planRecovery(inPages(shuffled, 7), options))).toEqual(plan);
        },
      ),
      { numRuns: pickSize(100, 400) },
    );
  });

  test("the plan equals the expected one for many events", async () => {
    const hex = (n: number) => (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
    const records = Array.from({ length: 12_000 }, (_, n) => {
      // One GUID in five is not a UUID; the attempts of an event are far apart.
      const event = n % 7001;
      const guid = event % 5 === 0 ? `event ${event}` : `${hex(event)}-0000-1000-8000-0000${hex(event + 1)}`;
      const status = hex(n).startsWith("f") ? "OK" : `failed ${n % 3}`;
      return failed(n / 60, guid, { status, redelivery: n !== event, action: n % 2 === 0 ? null : "created" });
    });
    const options = { now: at(200), maxAttempts: 2, since: at(150), overlap: HOUR };
    const plan = toComparable(await planRecovery(records, options));
    const expected = modelPlan(records, options);
    for (const list of LISTS) expect(plan[list].toSorted(byGuid)).toEqual(expected[list].toSorted(byGuid));
    expect(LISTS.map((list) => plan[list].length > 100)).toEqual([true, false, true, true]);
    expect(plan.delivered).toBe(expected.delivered);
  });
});

const byGuid = (a: FailedEvent, b: FailedEvent) => (a.guid < b.guid ? -1 : 1);
const rank = (order: readonly number[], { id }: DeliveryRecord) =>
  order[Number(BigInt(id) % 97n) % (order.length || 1)] ?? 0;

/** Yields records in pages, as a client returns them. */
async function* inPages(records: readonly DeliveryRecord[], size: number) {
  for (let from = 0; from < records.length; from += size) yield records.slice(from, from + size);
}
