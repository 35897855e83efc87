import { createClient } from "@forgehand/core";
import { checkStar, starRepository } from "@forgehand/core/operations/starring";
import * as z from "zod/mini";
import { scaledQuotaStore } from "./scaled-quota-store.ts";

// A process that shares a quota with others through Redis. It reports each call that has ended.

const QuotaProcessOptions = z.object({
  redisUrl: z.string(),
  library: z.enum(["redis", "ioredis"]),
  apiUrl: z.string(),
  credentials: z.string(),
  calls: z.number(),
  /** Whether its calls never get a response. */
  hangs: z.boolean(),
  /** Milliseconds by which its date is wrong. */
  dateError: z.number(),
  limits: z.object({ points: z.number(), inFlight: z.number() }),
});
export type QuotaProcessOptions = z.output<typeof QuotaProcessOptions>;

const { redisUrl, library, apiUrl, credentials, calls, hangs, dateError, limits } = QuotaProcessOptions.parse(
  JSON.parse(process.argv[2] ?? ""),
);

const systemDate = Date.now;
Date.now = () => systemDate() + dateError;

async function connect() {
  if (library === "redis") return (await import("redis")).createClient({ url: redisUrl }).connect();
  return new (await import("ioredis")).Redis(redisUrl);
}

const redis = await connect();
const client = createClient({
  baseUrl: apiUrl,
  credentials,
  cache: false,
  pace: { store: scaledQuotaStore(redis), owner: "team", limits },
  ...(hangs && { fetch: () => new Promise<Response>(() => {}) }),
});

const repository = { owner: "acme", repo: "widgets" };
await Promise.all(
  Array.from({ length: calls }, async (_, call) => {
    await (call % 5 === 0 ? client.call(starRepository, repository) : client.call(checkStar, repository));
    process.send?.("ended");
  }),
);
process.disconnect();
await redis.quit();
