import process from "node:process";
import { Pool } from "pg";
import { reservation, success } from "../../core/src/client/pace/quota-store-contract.fixture.ts";
import { postgresQuotaStore } from "./quota-store.ts";

// A process that starts as many calls as a quota has room for, until a call is blocked by its points, and reports their
// number.

const [url, quota = "", name = ""] = process.argv.slice(2);

process.on("message", async (published: number) => {
  const pool = new Pool({ connectionString: url });
  const store = postgresQuotaStore(pool);
  const points = {
    name: "points",
    span: 3_600_000,
    published,
    minimum: 1,
    reserve: 0,
    isAssumed: false,
    cost: 1,
  } as const;
  const unlimited = { inFlight: null, ordinaryInFlight: null, windows: [points] };
  const run = async (worker: number) => {
    for (let count = 0; ; count++) {
      const id = `${name} ${worker} ${count}`;
      const { blocker } = await store.run(quota, reservation(id, unlimited));
      if (blocker) return count;
      void store.run(quota, success(id));
    }
  };
  const counts = await Promise.all([0, 1, 2].map(run));
  await pool.end();
  process.send?.(counts.reduce((sum, count) => sum + count, 0));
  process.disconnect();
});
process.send?.("ready");
