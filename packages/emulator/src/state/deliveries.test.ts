import { github } from "@forgehand/core/dialects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applySeed } from "../seed/apply-seed.ts";
import { type Database, openDatabase } from "./database.ts";
import {
  type DeliveryCursor,
  type DeliveryFilter,
  deliveriesBefore,
  deliveriesFrom,
  recordDelivery,
} from "./deliveries.ts";
import { SCHEMA } from "./schema.ts";

const COUNT = 60_000;
/** Number of deliveries with the same time; the newer ones have distinct times. */
const SAME_TIME_COUNT = COUNT - 1000;
const timeOf = (n: number) => Math.max(n, SAME_TIME_COUNT);

let db: Database;
beforeAll(async () => {
  db = openDatabase(SCHEMA);
  const hooks = [{ url: "http://127.0.0.1:1/" }];
  await applySeed(db, github, { users: { alice: {} }, repositories: { "alice/own": { hooks } } }, new Date());
  db.transaction(() => {
    for (let n = 1; n <= COUNT; n++) {
      recordDelivery(db, {
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
      });
    }
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
