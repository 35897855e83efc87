import { parseJson } from "@forgehand/core/internal";
import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import { hasType, objectOf } from "@forgehand/core/schema";
import { type RedisStoreOptions, readStoreOptions } from "../options.ts";
import { connectionOf, type RedisClient, replyText } from "../redis-client.ts";
import { WINDOW_REASONS } from "./lua/commands.ts";
import { QUOTA_SCRIPT, quotaKeys } from "./quota-script.ts";

/** Options of {@link redisQuotaStore}. */
export interface RedisQuotaStoreOptions extends RedisStoreOptions {}

const OPTIONS = { prefix: true, now: true } as const satisfies Record<keyof RedisQuotaStoreOptions, true>;

/**
 * Creates a store for the option `pace.store` of clients, through which processes and machines share rate limits. Each command
 * is one atomic script, and all times are the server's, so the processes' clocks don't matter. A quota's keys expire six hours
 * after its last command.
 *
 * Its commands fail if the server evicts keys, is at its memory limit, or can't be reached; the errors say what to do.
 * @param client a client of the package `redis` or `ioredis`, which stays open
 * @throws InputError if an option is invalid
 */
export function redisQuotaStore(client: RedisClient, options: RedisQuotaStoreOptions = {}): QuotaStore {
  const { prefix, time } = readStoreOptions(options, OPTIONS);
  const { script, requireNoEviction } = connectionOf(client);
  return createQuotaStore(async (quota, command, signal) => {
    await requireNoEviction(signal);
    const args = [JSON.stringify(command), time(), crypto.randomUUID()];
    const text = replyText(await script(QUOTA_SCRIPT, quotaKeys(prefix, quota), args, signal));
    const reply = parseJson(text);
    if (!hasType(Reply, reply)) throw new Error("Redis must reply with the result of the quota's command.");
    return reply;
  });
}

const Reason = { type: "enum", values: ["pause", "concurrency", "primary", ...Object.values(WINDOW_REASONS)] } as const;

const Reply = objectOf({
  generation: "string",
  blocker: {
    type: "nullable",
    of: objectOf({
      reason: Reason,
      wait: { type: "nullable", of: "number" },
      isPassable: "boolean",
      longest: objectOf({ reason: Reason, wait: "number" }),
    }),
  },
});
