import { redisCacheStore, redisDeliveryStore, redisQuotaStore } from "@forgehand/redis";
import { Redis } from "ioredis";
import { run } from "./main.js";

const client = new Redis(process.env["REDIS_URL"] ?? "");
const outcomes = await run("ioredis", {
  quotas: redisQuotaStore(client),
  deliveries: redisDeliveryStore(client),
  cache: { storage: redisCacheStore(client) },
});
console.log(JSON.stringify(outcomes));
await client.quit();
