import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { describePostgres } from "../../../test/engines/postgres.ts";
import { race, startRacers } from "../../../test/racers.ts";
import { pickSize } from "../../../test/test-size.ts";
import { quotaStoreContract, reservation, success } from "../../core/src/client/pace/quota-store-contract.fixture.ts";
import { migrate, openPool } from "./pools.fixture.ts";
import { postgresQuotaStore } from "./quota-store.ts";

const DAY = 24 * 60 * 60_000;
const UNLIMITED = { inFlight: null, ordinaryInFlight: null };
const POINTS = { name: "points", span: 60_000, published: 60, minimum: 5, reserve: 15, isAssumed: false } as const;

afterEach(() => vi.useRealTimers());

describePostgres("a quota store", (engine) => {
  let pool: Pool;
  beforeAll(async () => {
    await migrate(engine());
    pool = openPool(engine());
  });
  afterAll(() => pool.end());
  const newQuota = () => `api.github.com ${crypto.randomUUID()}`;

  /** Opens the store that `pick` makes of a function that creates stores with the same clock. */
  const openWith = (pick: (create: () => QuotaStore) => QuotaStore) => async () => {
    let time = 0;
    const store = pick(() => postgresQuotaStore(pool, { now: () => time }));
    return {
      store,
      setTime(changed: number) {
        time = changed;
      },
    };
  };

  describe("in one process", () => quotaStoreContract(openWith((create) => create())));

  describe("in processes that take turns, and are replaced by others", () => {
    const alternate = (create: () => QuotaStore) => {
      const stores = [create(), create(), create()];
      let calls = 0;
      return createQuotaStore((...args) => {
        if (++calls % 50 === 0) stores.splice(0, 1, create());
        return (stores[calls % 3] ?? create()).run(...args);
      });
    };
    quotaStoreContract(openWith(alternate));
  });

  test("keeps the latest commands and a state, from which other processes continue", async () => {
    const [quota, store, idle] = [newQuota(), postgresQuotaStore(pool), postgresQuotaStore(pool)];
    await idle.run(quota, { type: "renew", ids: [], lease: 0 });
    const windows = [{ ...POINTS, published: 500, reserve: 0, cost: 1 }];
    for (let call = 0; call < 500; call++)
      expect((await store.run(quota, reservation(`${call}`, { ...UNLIMITED, windows }))).blocker).toBeNull();
    const { rows } = await pool.query(
      `SELECT count(*)::int AS commands FROM forgehand_quota_commands
       WHERE generation = (SELECT generation FROM forgehand_quotas WHERE quota = $1)`,
      [quota],
    );
    expect(rows[0].commands).toBeLessThanOrEqual(2 * 128);
    for (const other of [idle, postgresQuotaStore(pool)]) {
      const { blocker } = await other.run(quota, reservation("next", { ...UNLIMITED, windows }));
      expect(blocker).toMatchObject({ reason: "points" });
    }
  });

  test("sends commands together that arrive while others are sent", async () => {
    const [quota, store] = [newQuota(), postgresQuotaStore(pool)];
    const connect = vi.spyOn(pool, "connect");
    const windows = [{ ...POINTS, published: 150, reserve: 0, cost: 1 }];
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, call) => store.run(quota, reservation(`${call}`, { ...UNLIMITED, windows }))),
    );
    expect(replies.map(({ blocker }) => blocker === null)).toEqual([
      ...Array(150).fill(true),
      ...Array(50).fill(false),
    ]);
    expect(connect.mock.calls.length).toBeLessThan(8);
    connect.mockRestore();
  });

  test("uses the server's clock, whatever those of the processes are", async () => {
    const quota = newQuota();
    const used = { ...POINTS, cost: 60, isUrgent: false, freeIn: 60_000 };
    const waits: (number | null | undefined)[] = [];
    await postgresQuotaStore(pool).run(quota, { type: "record", usage: [used] });
    for (const difference of [-DAY, 0, DAY]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + difference });
      const { blocker } = await postgresQuotaStore(pool).run(quota, reservation(`${difference}`));
      waits.push(blocker?.wait);
      vi.useRealTimers();
    }
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(30_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
  });

  test("grants a limit exactly once to racing processes", async () => {
    const [quota, published] = [newQuota(), pickSize(200, 900)];
    const racers = await startRacers(
      new URL("./quota-racer.fixture.ts", import.meta.url),
      [engine().url, quota],
      pickSize(2, 4),
    );
    const counts = await race(racers, published);
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(published);
  });

  test("continues while a process is killed, whose usage stays counted", async () => {
    const [quota, published] = [newQuota(), 400];
    const racers = await startRacers(new URL("./quota-racer.fixture.ts", import.meta.url), [engine().url, quota], 2);
    const [killed, ...others] = racers;
    killed?.send(published);
    const position = "SELECT 1 FROM forgehand_quotas WHERE quota = $1 AND position > 20";
    await expect.poll(async () => (await pool.query(position, [quota])).rowCount, { interval: 1 }).toBe(1);
    killed?.kill("SIGKILL");
    const [count] = await race(others, published);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(published);
  });

  test("loses nothing when the server is stopped, and has a new generation after a crash", async () => {
    const [quota, store] = [newQuota(), postgresQuotaStore(pool)];
    const before = await store.run(quota, reservation("one"));
    await engine().stop();
    await expect(store.run(quota, success("one"))).rejects.toThrow();
    await engine().start();
    const stopped = await store.run(quota, success("one"));
    expect(stopped.generation).toBe(before.generation);
    const used = { ...POINTS, cost: 60, isUrgent: false, freeIn: 60_000 };
    await store.run(quota, { type: "record", usage: [used] });
    expect((await store.run(quota, reservation("two"))).blocker).toMatchObject({ reason: "points" });
    await engine().kill();
    await engine().start();
    const { generation } = before;
    const lost = await store.run(quota, reservation("three", { generation }));
    expect(lost.generation).not.toBe(generation);
    expect(lost.blocker).toMatchObject({ reason: "pause", wait: 1000 });
    expect((await postgresQuotaStore(pool).run(quota, success("two"))).generation).toBe(lost.generation);
  });

  test("rejects an invalid command, and continues", async () => {
    const [quota, store] = [newQuota(), postgresQuotaStore(pool)];
    const replies = await Promise.allSettled([
      store.run(quota, reservation("one")),
      Reflect.apply(store.run, undefined, [quota, { type: "unknown" }]),
      store.run(quota, reservation("two")),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await postgresQuotaStore(pool).run(quota, success("one"))).blocker).toBeNull();
  });
});
