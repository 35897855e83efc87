import { github } from "@forgehand/core/dialects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantSeed } from "../seed/plant.ts";
import { type Database, openDatabase } from "./database.ts";
import {
  type DeliveryPlace,
  type DeliverySelection,
  deliveriesBefore,
  deliveriesFrom,
  recordDelivery,
} from "./deliveries.ts";
import { SCHEMA } from "./schema.ts";

const COUNT = 60_000;
/** The newest at a time of their own, the others all at one. */
const OF_ONE_TIME = COUNT - 1000;
const timeOf = (n: number) => Math.max(n, OF_ONE_TIME);

let db: Database;
beforeAll(async () => {
  db = openDatabase(SCHEMA);
  const hooks = [{ url: "http://127.0.0.1:1/" }];
  await plantSeed(db, github, { users: { alice: {} }, repositories: { "alice/own": { hooks } } }, new Date());
  db.transaction(() => {
    for (let n = 1; n <= COUNT; n++) {
      recordDelivery(db, {
        ...{ hook_id: 1, guid: `${n}`, event: "star", action: null, redelivery: false, delivered_at: timeOf(n) },
        ...{ duration: 0, status: "OK", status_code: n % 2 === 0 ? 200 : 500, repository_id: 1, installation_id: null },
        ...{ url: "", request_headers: {}, request_body: "{}", response_headers: {}, response_body: null },
      });
    }
  });
});
afterAll(() => db.close());

const all: DeliverySelection = { hookId: 1, since: 0, succeeded: undefined };
const at = (sequence: number): DeliveryPlace => ({ delivered_at: timeOf(sequence), sequence });
const sequences = (rows: readonly DeliveryPlace[]) => rows.map(({ sequence }) => sequence);

test("the newest come first, and of one millisecond the one that was recorded last", () => {
  expect(sequences(deliveriesFrom(db, all, undefined, 3))).toEqual([COUNT, COUNT - 1, COUNT - 2]);
  const middle = OF_ONE_TIME + 1;
  expect(sequences(deliveriesFrom(db, all, at(middle), 3))).toEqual([middle, middle - 1, middle - 2]);
  expect(sequences(deliveriesFrom(db, all, at(2), 9))).toEqual([2, 1]);
  expect(sequences(deliveriesBefore(db, all, at(middle - 2), 3))).toEqual([middle - 1, middle, middle + 1]);
  expect(sequences(deliveriesBefore(db, all, at(COUNT), 9))).toEqual([]);
});

test("those of an outcome alone, and those that were made since alone", () => {
  expect(sequences(deliveriesFrom(db, { ...all, succeeded: true }, at(7), 9))).toEqual([6, 4, 2]);
  expect(sequences(deliveriesFrom(db, { ...all, succeeded: false }, undefined, 2))).toEqual([COUNT - 1, COUNT - 3]);
  const recent = { ...all, since: COUNT - 2 };
  expect(sequences(deliveriesFrom(db, recent, undefined, 9))).toEqual([COUNT, COUNT - 1]);
  expect(sequences(deliveriesFrom(db, recent, at(9), 9))).toEqual([]);
});
