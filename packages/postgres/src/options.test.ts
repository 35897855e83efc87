import { Client, Pool } from "pg";
import { describe, expect, test } from "vitest";
import { postgresDeliveryStore } from "./delivery-store.ts";
import { migrationSql } from "./migration.ts";
import { postgresQuotaStore } from "./quota-store.ts";

/** Connects only when it is used. */
const pool = new Pool();

const STORES = { postgresDeliveryStore, postgresQuotaStore };

describe.each(Object.entries(STORES))("%s", (_name, create) => {
  test.each([
    [{ prefix: "" }, "prefix must contain only letters, digits and underscores"],
    [{ prefix: 'a"b' }, "prefix must contain only letters, digits and underscores"],
    [{ prefix: "a'; DROP TABLE b" }, "prefix must contain only letters, digits and underscores"],
    [{ prefix: "a".repeat(41) }, "have at most 40 characters"],
    [{ schema: 'a"b' }, "schema must contain only letters, digits and underscores"],
    [{ schema: "1a" }, "schema must contain only letters, digits and underscores"],
    [{ now: 5 }, "now must be a function"],
    [{ table: "a" }, "table is not an option; the options are prefix, schema, "],
    [null, "options must be an object"],
  ])("rejects invalid options: %o", (options, message) => {
    expect(() => Reflect.apply(create, undefined, [pool, options])).toThrow(message);
  });

  test.each([undefined, null, "postgres://localhost", {}, new Client()])("rejects an invalid pool: %#", (invalid) => {
    expect(() => Reflect.apply(create, undefined, [invalid])).toThrow("pool must be a Pool of the package pg");
  });
});

test("a delivery store rejects an invalid retention", () => {
  expect(() => postgresDeliveryStore(pool, { retention: 0 })).toThrow(
    "retention must be a whole number of milliseconds",
  );
});

test.each([
  [{ prefix: 'a"b' }, "prefix must contain only letters"],
  [{ schema: "a;b" }, "schema must contain only letters"],
  [{ table: "a" }, "table is not an option; the options are prefix, schema"],
  [null, "options must be an object"],
])("a migration rejects invalid options: %o", (options, message) => {
  expect(() => Reflect.apply(migrationSql, undefined, [options])).toThrow(message);
});
