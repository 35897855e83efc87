import { redisCacheStore, redisDeliveryStore, redisQuotaStore } from "@forgehand/redis";
import { createClient } from "redis";
import { run } from "./main.js";

const client = createClient({ url: process.env["REDIS_URL"] ?? "" });
await client.connect();
const outcomes = await run("redis", {
  quotas: redisQuotaStore(client),
  deliveries: redisDeliveryStore(client),
  cache: { storage: redisCacheStore(client) },
});
console.log(JSON.stringify(outcomes));
await client.close();
