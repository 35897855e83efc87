import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { describePostgres } from "../../../test/engines/postgres.ts";
import { race, startRacers } from "../../../test/racers.ts";
import { pickSize } from "../../../test/test-size.ts";
import {
  expectAccepts,
  expectServerClock,
  expectUnextendedLeases,
} from "../../core/src/webhooks/store-clock.fixture.ts";
import { storeContract } from "../../core/src/webhooks/store-contract.fixture.ts";
import { postgresDeliveryStore } from "./delivery-store.ts";
import { migrate, openPool } from "./pools.fixture.ts";

const DAY = 24 * 60 * 60_000;
const LEASE = 60_000;

afterEach(() => vi.useRealTimers());

describePostgres("a delivery store", (engine) => {
  let pool: Pool;
  beforeAll(async () => {
    await migrate(engine());
    pool = openPool(engine());
  });
  afterAll(() => pool.end());

  /** Deletes all deliveries, and creates a store with a clock. */
  async function openEmpty(now: () => number, retention?: number) {
    await pool.query("DELETE FROM forgehand_deliveries");
    return postgresDeliveryStore(pool, { now, retention });
  }

  const guids = async () =>
    (await pool.query("SELECT guid FROM forgehand_deliveries ORDER BY guid")).rows.map(({ guid }) => guid);

  storeContract(() => openEmpty(Date.now));

  test("uses the server's clock, whatever that of the process is", async () => {
    await pool.query("DELETE FROM forgehand_deliveries");
    const store = postgresDeliveryStore(pool);
    await expectServerClock(store);
  });

  test("does not extend a lease by the time by which the clock is set back", async () => {
    await expectUnextendedLeases(openEmpty);
  });

  test("forgets handled deliveries after the retention period and deletes their rows", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let time = Date.UTC(2026, 0, 1);
    const advance = (milliseconds: number) => {
      time += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    };
    const store = await openEmpty(() => time);
    await store.claim("handled", "a", 1000);
    await store.complete("handled");
    await store.claim("never ended", "a", 1000);
    advance(8 * DAY - 1);
    expect(await store.claim("handled", "b", 1000)).toBe("handled");
    expect(await guids()).toEqual(["handled"]);
    advance(1);
    expect(await store.claim("handled", "b", 1000)).toBe("claimed");
    await store.complete("handled");
    advance(8 * DAY);
    await store.claim("new", "b", 1000);
    expect(await guids()).toEqual(["new"]);
    const short = await openEmpty(() => time, 1);
    await short.complete("one");
    expect(await short.claim("one", "a", 1)).toBe("handled");
    advance(1);
    expect(await short.claim("one", "a", 1)).toBe("claimed");
  });

  test("deletes expired rows in batches, without waiting for those that another process deletes", async () => {
    const store = await openEmpty(() => 1000);
    await pool.query(
      `INSERT INTO forgehand_deliveries SELECT 'expired ' || n, NULL, 0, n FROM generate_series(1, 999) AS n;
       INSERT INTO forgehand_deliveries VALUES ('locked', NULL, 0, 0)`,
    );
    const other = await pool.connect();
    await other.query("BEGIN; SELECT 1 FROM forgehand_deliveries WHERE guid = 'locked' FOR UPDATE");
    const remaining: number[] = [];
    for (const guid of ["one", "two", "three"]) {
      expect(await store.claim(guid, "a", LEASE)).toBe("claimed");
      remaining.push((await guids()).filter((found) => !["one", "two", "three"].includes(found)).length);
    }
    expect(remaining).toEqual([500, 1, 1]);
    await other.query("ROLLBACK");
    other.release();
    await postgresDeliveryStore(pool, { now: () => 1000 }).claim("one", "a", LEASE);
    expect(await guids()).toEqual(["one", "three", "two"]);
  });

  test("keeps what was claimed and handled when the server crashes", async () => {
    const store = await openEmpty(Date.now);
    await store.claim("claimed", "a", LEASE);
    await store.complete("handled");
    await engine().kill();
    await expect(store.claim("claimed", "b", LEASE)).rejects.toThrow();
    await engine().start();
    expect(await store.claim("claimed", "b", LEASE)).toBe("busy");
    expect(await store.claim("handled", "b", LEASE)).toBe("handled");
  });

  test("accepts any GUID and owner", async () => {
    const store = await openEmpty(Date.now);
    await expectAccepts(store, ["", " ", "'; DROP TABLE forgehand_deliveries; --", "\\'", "$1 %s\n", "\u{1f600}"]);
    await expect(store.claim("\0", "a", LEASE)).rejects.toThrow("must not contain a null character");
  });

  test("lets one of several racing processes claim a delivery", async () => {
    await pool.query("DELETE FROM forgehand_deliveries");
    const claimed = Array.from({ length: pickSize(100, 500) }, (_, index) => `guid-${index}`);
    const racers = await startRacers(
      new URL("./delivery-racer.fixture.ts", import.meta.url),
      [engine().url],
      pickSize(2, 4),
    );
    const won = (await race(racers, claimed)).flat();
    expect(won.toSorted()).toEqual(claimed.toSorted());
  });
});
