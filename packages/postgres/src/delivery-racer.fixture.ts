import process from "node:process";
import { Pool } from "pg";
import { postgresDeliveryStore } from "./delivery-store.ts";

// A process that claims given deliveries as fast as it can, and reports which ones it got.

const [url, name = ""] = process.argv.slice(2);

process.on("message", async (guids: readonly string[]) => {
  const pool = new Pool({ connectionString: url });
  const store = postgresDeliveryStore(pool);
  const won: string[] = [];
  for (const guid of guids) if ((await store.claim(guid, name, 60_000)) === "claimed") won.push(guid);
  await pool.end();
  process.send?.(won);
  process.disconnect();
});
process.send?.("ready");
