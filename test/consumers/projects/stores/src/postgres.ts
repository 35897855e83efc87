import { postgresDeliveryStore, postgresQuotaStore } from "@forgehand/postgres";
import { Pool } from "pg";
import { run } from "./main.js";

const pool = new Pool({ connectionString: process.env["DATABASE_URL"] ?? "" });
const outcomes = await run("postgres", { quotas: postgresQuotaStore(pool), deliveries: postgresDeliveryStore(pool) });
console.log(JSON.stringify(outcomes));
await pool.end();
