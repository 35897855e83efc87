import type { VariableStore } from "../checkpoint/variable-store.ts";
import { acquireRedisLock, redisLockKey } from "./acquire-redis-lock.ts";
import { acquireVariableLock } from "./acquire-variable-lock.ts";
import { holdLock, type LockContext, type RedeliveryLock } from "./lock.ts";
import { isAbandoned, parseLock } from "./lock-value.ts";
import { redisLocks } from "./redis-locks.ts";

/**
 * Acquires the lock of a checkpoint's variable, in Redis or in a second variable, waiting for its current holder.
 * @throws Problem if another run holds it for too long, or the run is cancelled; ForgeError
 */
export async function acquireLock(
  context: LockContext,
  store: VariableStore,
  variable: string,
): Promise<RedeliveryLock> {
  const { redis } = context;
  const acquired =
    redis === undefined
      ? await acquireVariableLock(context, store, lockName(variable))
      : await acquireRedisLock(context, redisLocks(redis), store, variable);
  return holdLock(context, acquired);
}

/**
 * Returns true if a run holds the lock.
 * @throws Problem or ForgeError
 */
export async function isLocked(
  { redis, apiUrl }: Pick<LockContext, "redis" | "apiUrl">,
  store: VariableStore,
  variable: string,
): Promise<boolean> {
  if (redis !== undefined) return redisLocks(redis).isHeld(redisLockKey({ apiUrl }, store, variable));
  const lock = await store.read(lockName(variable));
  return lock.value !== undefined && !isAbandoned(lock, parseLock(lock.value));
}

/** Returns the name of the variable that stores a lock. */
const lockName = (variable: string) => `${variable}_LOCK`;
