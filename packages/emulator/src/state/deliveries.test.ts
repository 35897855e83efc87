import { github } from "@forgehand/core/dialects";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applySeed } from "../seed/apply-seed.ts";
import { type Database, openDatabase } from "./database.ts";
import {
  type Delivery,
  type DeliveryCursor,
  type DeliveryFilter,
  deliveriesBefore,
  deliveriesFrom,
  recordDelivery,
  removeExcessDeliveries,
} from "./deliveries.ts";
import { hooks } from "./hooks.ts";
import { SCHEMA } from "./schema.ts";

const COUNT = 60_000;
/** Number of deliveries with the same time; the newer ones have distinct times. */
const SAME_TIME_COUNT = COUNT - 1000;
const timeOf = (n: number) => Math.max(n, SAME_TIME_COUNT);

/** Opens a database with two webhooks. */
async function openWithHooks(): Promise<Database> {
  const opened = openDatabase(SCHEMA);
  const hooks = [{ url: "http://127.0.0.1:1/" }, { url: "http://127.0.0.1:2/" }];
  await applySeed(opened, github, { users: { alice: {} }, repositories: { "alice/own": { hooks } } }, new Date());
  return opened;
}

const deliveryOf = (n: number, fields: Partial<Delivery> = {}) => ({
  hook_id: 1,
  guid: `${n}`,
  event: "star",
  action: null,
  redelivery: false,
  delivered_at: timeOf(n),
  duration: 0,
  status: "OK",
  status_code: n % 2 === 0 ? 200 : 500,
  repository_id: 1,
  installation_id: null,
  url: "",
  request_headers: {},
  request_body: "{}",
  response_headers: {},
  response_body: null,
  ...fields,
});

let db: Database;
beforeAll(async () => {
  db = await openWithHooks();
  db.transaction(() => {
    for (let n = 1; n <= COUNT; n++) recordDelivery(db, deliveryOf(n));
  });
});
afterAll(() => db.close());

const all: DeliveryFilter = { hookId: 1, since: 0, succeeded: undefined };
const cursorAt = (sequence: number): DeliveryCursor => ({ delivered_at: timeOf(sequence), sequence });
const sequences = (rows: readonly DeliveryCursor[]) => rows.map(({ sequence }) => sequence);

test("returns the newest first, ordered by sequence within a millisecond", () => {
  expect(sequences(deliveriesFrom(db, all, undefined, 3))).toEqual([COUNT, COUNT - 1, COUNT - 2]);
  const middle = SAME_TIME_COUNT + 1;
  expect(sequences(deliveriesFrom(db, all, cursorAt(middle), 3))).toEqual([middle, middle - 1, middle - 2]);
  expect(sequences(deliveriesFrom(db, all, cursorAt(2), 9))).toEqual([2, 1]);
  expect(sequences(deliveriesBefore(db, all, cursorAt(middle - 2), 3))).toEqual([middle - 1, middle, middle + 1]);
  expect(sequences(deliveriesBefore(db, all, cursorAt(COUNT), 9))).toEqual([]);
});

test("filters by outcome and by age", () => {
  expect(sequences(deliveriesFrom(db, { ...all, succeeded: true }, cursorAt(7), 9))).toEqual([6, 4, 2]);
  expect(sequences(deliveriesFrom(db, { ...all, succeeded: false }, undefined, 2))).toEqual([COUNT - 1, COUNT - 3]);
  const recent = { ...all, since: COUNT - 2 };
  expect(sequences(deliveriesFrom(db, recent, undefined, 9))).toEqual([COUNT, COUNT - 1]);
  expect(sequences(deliveriesFrom(db, recent, cursorAt(9), 9))).toEqual([]);
});

describe("records beyond the limits are removed, the oldest first", () => {
  const kept = (opened: Database, hookId = 1) => {
    const filter = { hookId, since: 0, succeeded: undefined };
    return deliveriesFrom(opened, filter, undefined, 200_000).map(({ guid }) => Number(guid));
  };

  test("more than 100,000 records", async () => {
    const opened = await openWithHooks();
    opened.transaction(() => {
      for (let n = 1; n <= 100_010; n++) recordDelivery(opened, deliveryOf(n));
    });
    removeExcessDeliveries(opened);
    expect(kept(opened)).toHaveLength(100_000);
    expect(kept(opened).at(-1)).toBe(11);
    opened.close();
  });

  test("more than 64 MiB, counting requests and responses of all webhooks", async () => {
    const opened = await openWithHooks();
    const megabyte = 1024 * 1024;
    // Two bytes per character, each record has 1 MiB.
    const texts = [
      { request_body: "é".repeat(megabyte / 2), hook_id: 1 },
      { response_body: "é".repeat(megabyte / 2), hook_id: 2 },
      { request_headers: { name: "é".repeat(megabyte / 2) }, hook_id: 1 },
      { response_headers: { name: "é".repeat(megabyte / 2) }, hook_id: 2 },
    ];
    for (let n = 1; n <= 100; n++) {
      recordDelivery(opened, deliveryOf(n, texts[n % texts.length]));
      removeExcessDeliveries(opened);
    }
    const all = [...kept(opened, 1), ...kept(opened, 2)].toSorted((a, b) => a - b);
    // The headers and the empty bodies take some bytes, too.
    expect(all).toEqual(Array.from({ length: 63 }, (_, index) => 38 + index));
    // One large record takes the place of many.
    recordDelivery(opened, deliveryOf(101, { request_body: "x".repeat(25 * megabyte) }));
    removeExcessDeliveries(opened);
    expect(kept(opened, 1).length + kept(opened, 2).length).toBe(39);
    opened.close();
  });

  test("but not the records of webhooks that fit", async () => {
    const opened = await openWithHooks();
    for (let n = 1; n <= 10; n++) recordDelivery(opened, deliveryOf(n, { hook_id: 1 + (n % 2) }));
    hooks.delete(opened, { id: 2 });
    recordDelivery(opened, deliveryOf(11));
    removeExcessDeliveries(opened);
    expect(kept(opened)).toEqual([11, 10, 8, 6, 4, 2]);
    opened.close();
  });
});
