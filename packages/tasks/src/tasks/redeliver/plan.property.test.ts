import { createClient } from "@forgehand/core";
import type { DeliveryRecord } from "@forgehand/core/recovery";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import type { Checkpoint } from "./checkpoint/checkpoint.ts";
import { repositoryVariables } from "./checkpoint/variable-store.ts";
import type { HookScope } from "./hooks/hook-scope.ts";
import { formatTime } from "./lock/sent-redeliveries.ts";
import { planRedeliveries } from "./plan.ts";
import { readHook, type ScopeReading } from "./read.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

const NOW = Date.parse("2026-01-10T00:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;

const record = fc.record({
  guid: fc.constantFrom("a", "b", "c", "d", "0b989ba4-242f-11e5-81e1-c7b6966d2516"),
  minutesAgo: fc.constantFrom(0, 1, 59, 61, 200, 4000, 9000, 10_079, 10_081, 20_000),
  status: fc.constantFrom("OK", "timed out", "timed out"),
  redelivery: fc.boolean(),
});

const hook = fc.record({
  records: fc.uniqueArray(fc.tuple(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }), record), {
    selector: ([id]) => id,
    maxLength: 12,
  }),
  sinceMinutesAgo: fc.option(fc.constantFrom(0, 30, 100, 5000), { nil: undefined }),
  /** Indexes of records whose events runs have reported as given up. */
  reported: fc.array(fc.nat(11), { maxLength: 3 }),
  /** Records that were redelivered, with the age of the redelivery in seconds. */
  sent: fc.array(fc.record({ index: fc.nat(11), secondsAgo: fc.constantFrom(0, 239, 241) }), { maxLength: 3 }),
});

const scenario = fc.record({
  hooks: fc.array(hook, { minLength: 1, maxLength: 4 }),
  overlapMinutes: fc.constantFrom(0, 60, 1000),
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  maxRedeliveries: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
  events: fc.constantFrom(
    undefined,
    [{ event: "star", action: undefined }],
    [{ event: "star", action: "created" }],
    [{ event: "push", action: undefined }],
  ),
});

/** Name and action of each event: the same for all of its records. */
const EVENTS: Readonly<Record<string, readonly [event: string, action: string | null]>> = {
  a: ["star", "created"],
  b: ["star", "deleted"],
  c: ["push", null],
  d: ["star", "created"],
};

function recordsOf({ records }: typeof hook extends fc.Arbitrary<infer H> ? H : never): readonly DeliveryRecord[] {
  return records.map(([id, { guid, minutesAgo, status, redelivery }]) => {
    const [event, action] = EVENTS[guid] ?? ["push", null];
    const delivered_at = formatTime(NOW - minutesAgo * MINUTE);
    return { id: String(id), guid, status, redelivery, event, action, delivered_at };
  });
}

const counts = { planned: 0, inFlight: 0, postponed: 0, filtered: 0, givenUp: 0, givenUpBefore: 0 };

test("the plan equals that of a naive implementation", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:1" });
  const store = repositoryVariables(client, { owner: "acme", repo: "widgets" });
  await fc.assert(
    fc.asyncProperty(scenario, async (input) => {
      const options: RedeliverOptions = {
        selection: undefined,
        organizations: ["acme"],
        includesApp: false,
        hooks: ["all"],
        stateRepository: undefined,
        variable: "TIMES",
        overlap: input.overlapMinutes * MINUTE,
        wait: 0,
        maxAttempts: input.maxAttempts,
        maxRedeliveries: input.maxRedeliveries,
        events: input.events,
      };
      const now = new Date(NOW);
      const filter = input.events?.map(({ event, action }) => (action ? `${event}.${action}` : event)).join(",");
      const allHooks = input.hooks.map((hook, index) => ({ ...hook, id: String(index + 1), listed: recordsOf(hook) }));
      const keyOf = (id: string) => (filter === undefined ? id : `${id} ${filter}`);
      const checkpoint: Checkpoint = {
        hooks: new Map(
          allHooks.flatMap(({ id, sinceMinutesAgo }) =>
            sinceMinutesAgo === undefined ? [] : [[keyOf(id), new Date(NOW - sinceMinutesAgo * MINUTE)] as const],
          ),
        ),
        sent: allHooks.flatMap(({ id, listed, sent }) =>
          sent.flatMap(({ index, secondsAgo }) => {
            const listedRecord = listed[index];
            return listedRecord ? [{ hook: id, id: listedRecord.id, at: NOW - secondsAgo * 1000 }] : [];
          }),
        ),
        reported: allHooks.flatMap(({ id, listed, reported }) =>
          reported.flatMap((index) => {
            const record = listed[index];
            return record ? [{ hook: id, id: record.id, at: Date.parse(record.delivered_at) }] : [];
          }),
        ),
        damaged: undefined,
        exists: true,
      };
      const scope: HookScope = {
        kind: "repository",
        name: "acme/widgets",
        store,
        list: async () => ({ hooks: [], unexpected: [] }),
        redeliver: async () => undefined,
        async *records(id) {
          yield [];
          yield allHooks.find((hook) => hook.id === id)?.listed ?? [];
        },
      };
      const hooks = await Promise.all(
        allHooks.map(({ id }) =>
          readHook(scope, { id, active: true, address: undefined }, { options, now, checkpoint }),
        ),
      );
      const found: ScopeReading = {
        options,
        scope,
        began: now,
        checkpoint,
        listed: hooks,
        unexpected: [],
        hooks,
        unreadable: [],
      };
      const state = { entries: [options], found: [found], isSharded: false, skipped: [], unreadable: [] };
      const plan = planRedeliveries(state);

      const eligible = allHooks.flatMap(({ id, listed, sinceMinutesAgo }) =>
        [...new Set(listed.map(({ guid }) => guid))].flatMap((guid) => {
          const eventRecords = listed.filter((record) => record.guid === guid);
          const newest = eventRecords.reduce((a, b) => (BigInt(a.id) > BigInt(b.id) ? a : b));
          const isRetained = eventRecords.some(
            (record) => !record.redelivery && NOW - Date.parse(record.delivered_at) <= 7 * DAY,
          );
          const isSelected =
            !input.events ||
            input.events.some(
              ({ event, action }) => event === newest.event && (action === undefined || action === newest.action),
            );
          const lastTriedAt = Date.parse(newest.delivered_at);
          const from = sinceMinutesAgo === undefined ? 0 : NOW - (sinceMinutesAgo + input.overlapMinutes) * MINUTE;
          const isOpen = eventRecords.every(({ status }) => status !== "OK") && eventRecords.length < input.maxAttempts;
          if (isOpen && isRetained && lastTriedAt >= from && !isSelected) counts.filtered += 1;
          if (!isSelected || !isOpen || !isRetained || lastTriedAt < from) return [];
          const isInFlight = checkpoint.sent.some(
            (entry) => entry.hook === id && entry.id === newest.id && NOW - entry.at < 240_000,
          );
          if (isInFlight) counts.inFlight += 1;
          return isInFlight ? [] : [{ hook: id, id: newest.id, tried: lastTriedAt }];
        }),
      );
      eligible.sort((a, b) => a.tried - b.tried || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
      const expected = eligible.slice(0, input.maxRedeliveries);
      counts.planned += expected.length;
      counts.postponed += eligible.length - expected.length;
      expect(plan.changes.map(({ hook, delivery }) => ({ hook, id: delivery.id }))).toEqual(
        expected.map(({ hook, id }) => ({ hook, id })),
      );
      expect(planRedeliveries(state)).toEqual(plan);

      const givenUp = allHooks.flatMap(({ id, listed, sinceMinutesAgo, reported }) =>
        [...new Set(listed.map(({ guid }) => guid))].flatMap((guid) => {
          const eventRecords = listed.filter((record) => record.guid === guid);
          const newest = eventRecords.reduce((a, b) => (BigInt(a.id) > BigInt(b.id) ? a : b));
          const filters = input.events ?? [{ event: newest.event, action: undefined }];
          const isSelected = filters.some(
            ({ event, action }) => event === newest.event && (action === undefined || action === newest.action),
          );
          const isDelivered = eventRecords.some(({ status }) => status === "OK");
          const isDue = plan.skipped
            .concat(plan.changes.map(({ target }) => ({ target, why: "" })))
            .some(({ target }) => target.startsWith(`acme/widgets, webhook ${id}: `) && target.endsWith(` ${guid}`));
          if (!isSelected || isDelivered || isDue) return [];
          const isRetained = eventRecords.some(
            (record) => !record.redelivery && NOW - Date.parse(record.delivered_at) <= 7 * DAY,
          );
          const isOutside = isRetained && eventRecords.length < input.maxAttempts;
          const minutesAgo = (NOW - Date.parse(newest.delivered_at)) / MINUTE;
          const isRecent = sinceMinutesAgo === undefined || minutesAgo <= sinceMinutesAgo + 10;
          const isReported = reported.some((index) => listed[index]?.id === newest.id);
          const isNew = !isOutside && isRecent && !isReported;
          counts[isNew ? "givenUp" : "givenUpBefore"] += 1;
          const name = newest.action === null ? newest.event : `${newest.event} ${newest.action}`;
          return [`acme/widgets, webhook ${id}: ${name} ${guid} ${isNew}`];
        }),
      );
      expect(plan.givenUp?.map(({ target, isNew }) => `${target} ${isNew}`).toSorted()).toEqual(givenUp.toSorted());
    }),
    { numRuns: pickSize(1000, 3000) },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
