import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import { type RedisClient, redisQuotaStore } from "@forgehand/redis";

/** A minute of the store takes three seconds, so that tests in real time are short. */
export const TIME_FACTOR = 20;

/**
 * Creates a store in Redis whose time runs faster, for all processes of this machine. Their own clocks don't.
 * @param ahead milliseconds by which its clock is ahead
 */
export function scaledQuotaStore(client: RedisClient, ahead = 0): QuotaStore {
  // The machine's time since it was started.
  const now = () => (Number(process.hrtime.bigint() / 1000n) / 1000) * TIME_FACTOR + ahead;
  const store = redisQuotaStore(client, { now });
  return createQuotaStore(async (quota, command, signal) => {
    const lease = "lease" in command ? { lease: command.lease * TIME_FACTOR } : {};
    const reply = await store.run(quota, { ...command, ...lease }, signal);
    const { blocker } = reply;
    if (!blocker) return reply;
    const { reason, wait } = blocker.longest;
    return {
      ...reply,
      blocker: {
        ...blocker,
        wait: blocker.wait === null ? null : blocker.wait / TIME_FACTOR,
        longest: { reason, wait: wait / TIME_FACTOR },
      },
    };
  });
}
