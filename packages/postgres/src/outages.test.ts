import type { DeliveryStore } from "@forgehand/core/webhooks";
import type { Pool } from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { describePostgres } from "../../../test/engines/postgres.ts";
import { startProxy } from "../../../test/engines/proxy.ts";
import { reservation } from "../../core/src/client/pace/quota-store-contract.fixture.ts";
import { postgresDeliveryStore } from "./delivery-store.ts";
import { migrate, openPool, openPoolForTest } from "./pools.fixture.ts";
import { postgresQuotaStore } from "./quota-store.ts";

/** A store of either kind. */
interface TestStore {
  /** Runs a command that succeeds. */
  readonly run: (signal?: AbortSignal) => Promise<unknown>;
  /** Locks the row that the command changes. */
  readonly lock: string;
}

type OpenStore = (pool: Pool, options?: { readonly prefix: string }) => TestStore;

const STORES: Readonly<Record<string, OpenStore>> = {
  deliveries(pool, options) {
    const store: DeliveryStore = postgresDeliveryStore(pool, options);
    return {
      run: async (signal) => expect(await store.claim("one", "a", 60_000, signal)).toBe("claimed"),
      lock: "SELECT 1 FROM forgehand_deliveries WHERE guid = 'one' FOR UPDATE",
    };
  },
  quotas(pool, options) {
    const store = postgresQuotaStore(pool, options);
    let calls = 0;
    return {
      async run(signal) {
        const call = { inFlight: null, ordinaryInFlight: null, windows: [] };
        expect(await store.run("quota", reservation(`${calls++}`, call), signal)).toMatchObject({ blocker: null });
      },
      lock: "SELECT 1 FROM forgehand_quotas WHERE quota = 'quota' FOR UPDATE",
    };
  },
};

describePostgres("outages", (engine) => {
  beforeAll(() => migrate(engine()));

  /** Waits until the pool has no connection that is in use, and no call that waits for one. */
  const expectAllReturned = (pool: Pool) =>
    expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);

  const expectToWork = ({ run }: TestStore) => expect.poll(() => run().then(() => "works", String)).toBe("works");

  /** Number of statements that are running on the server. */
  async function countRunning(pool: Pool): Promise<number> {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return rows[0].count;
  }

  describe.each(Object.entries(STORES))("%s", (name, open) => {
    test("stop while the network is interrupted, and continue after it", async () => {
      const proxy = await startProxy(engine().port);
      const url = `postgres://forgehand@127.0.0.1:${proxy.port}/postgres`;
      const pool = openPool({ url }, { connectionTimeoutMillis: 1000, max: 3 });
      onTestFinished(async () => {
        await proxy.close();
        await pool.end();
      });
      const store = open(pool);
      await store.run();
      proxy.pause();
      for (let attempt = 0; attempt < 10; attempt++) {
        const reason = new Error("took too long");
        const controller = new AbortController();
        const call = store.run(controller.signal);
        controller.abort(reason);
        await expect(call).rejects.toBe(reason);
      }
      await expect(store.run(AbortSignal.timeout(100))).rejects.toThrow("timeout");
      await expectAllReturned(pool);
      proxy.resume();
      await expectToWork(store);
      proxy.disconnect();
      await expect(store.run()).rejects.toThrow();
      proxy.resume();
      await expectToWork(store);
      await expectAllReturned(pool);
    });

    test("wait for a connection of an exhausted pool until they are given up", async () => {
      const pool = openPoolForTest(engine(), { max: 1, connectionTimeoutMillis: 0 });
      const store = open(pool);
      const only = await pool.connect();
      const controller = new AbortController();
      const given = store.run(controller.signal);
      controller.abort(new Error("given up"));
      await expect(given).rejects.toThrow("given up");
      const waiting = store.run();
      only.release();
      await waiting;
      await expectAllReturned(pool);
      expect(pool.totalCount).toBe(1);
    });

    test("give up a locked row, and end the statement soon after", async () => {
      const [pool, other] = [openPoolForTest(engine()), openPoolForTest(engine())];
      const store = open(pool);
      await store.run();
      const locker = await other.connect();
      await locker.query(`BEGIN; ${store.lock}`);
      const controller = new AbortController();
      const call = store.run(controller.signal);
      await expect.poll(() => countRunning(other)).toBe(1);
      controller.abort(new Error("given up"));
      await expect(call).rejects.toThrow("given up");
      await expectAllReturned(pool);
      expect(pool.totalCount).toBe(0);
      // The server doesn't notice that the connection was closed, but has a timeout.
      await expect.poll(() => countRunning(other)).toBe(0);
      // Without a signal, too; the connection can be used again.
      await expect(store.run()).rejects.toThrow("statement timeout");
      expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
      await locker.query("ROLLBACK");
      locker.release();
      await store.run();
    });

    test("fail before anything is sent if the signal is aborted already", async () => {
      const pool = openPoolForTest(engine());
      await expect(open(pool).run(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
      expect(pool.totalCount).toBe(0);
    });

    test("fail on a server that became a standby, and connect to another one", async () => {
      const [pool, admin] = [openPoolForTest(engine()), openPoolForTest(engine())];
      const store = open(pool);
      await store.run();
      const setReadOnly = async (value: string) => {
        await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
        await admin.query("SELECT pg_reload_conf()");
        const shown = async () => (await admin.query("SHOW default_transaction_read_only")).rows[0];
        await expect.poll(shown).toEqual({ default_transaction_read_only: value });
      };
      await setReadOnly("on");
      // The server's processes read their settings at different moments.
      await expect.poll(() => store.run().then(() => "", String)).toContain("read-only transaction");
      expect(pool.totalCount).toBe(0);
      await admin.query("SET default_transaction_read_only = off");
      await admin.query("ALTER SYSTEM SET default_transaction_read_only = off");
      await admin.query("SELECT pg_reload_conf()");
      await expectToWork(store);
    });

    test("ask for the migration without tables", async () => {
      const pool = openPoolForTest(engine());
      const prefix = `other_${name}_`;
      const store = open(pool, { prefix });
      await expect(store.run()).rejects.toThrow(
        `Run the SQL that \`npx forgehand-postgres migration --prefix ${prefix}\` prints.`,
      );
      await migrate(engine(), { prefix });
      await store.run();
    });

    test("work whatever the connection's default isolation is", async () => {
      const options = "-c default_transaction_isolation=serializable";
      const pool = openPoolForTest(engine(), { options });
      const stores = [open(pool), open(pool), open(pool)];
      for (let round = 0; round < 5; round++) await Promise.all(stores.map((store) => store.run()));
    });

    test("don't keep a connection of a statement that failed", async () => {
      const pool = openPoolForTest(engine());
      const store = open(pool);
      await store.run();
      await engine().stop();
      await expect(store.run()).rejects.toThrow();
      await expectAllReturned(pool);
      await engine().start();
      await store.run();
    });
  });
});
