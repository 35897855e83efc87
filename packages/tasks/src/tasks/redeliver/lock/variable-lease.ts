import type { Clock } from "@forgehand/core";
import { measureTime } from "../../../run/measure-time.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";
import type { LockLease } from "./lock-lease.ts";
import { holderName, type LockValue, parseLock, serializeLock } from "./lock-value.ts";

/**
 * Interval of lock renewals, in milliseconds. A holder that has used up a minute's rate limit may have to wait for the
 * next minute, and must not lose the lock because of that.
 */
const RENEWAL_INTERVAL = 20_000;
/** Milliseconds without renewal after which a lock counts as lost. */
const HOLD_TIMEOUT = 100_000;

/** Returns the lock that a variable stores. */
export function variableLease(
  clock: Pick<Clock, "now" | "monotonic">,
  store: VariableStore,
  variable: string,
  identity: Pick<LockValue, "holder" | "repository" | "run" | "attempt">,
): LockLease {
  const { holder } = identity;
  return {
    name: `${variable} of ${store.name}`,
    renewalInterval: RENEWAL_INTERVAL,
    holdTimeout: HOLD_TIMEOUT,
    async renew(listSent) {
      const found = await store.read(variable);
      const sinceHeld = measureTime(clock);
      const now = found.now.getTime();
      const sent = listSent(now - clock.monotonic());
      if (found.value === undefined) return { lostBecause: "was deleted" };
      const lock = parseLock(found.value);
      if (lock?.holder !== holder) return { lostBecause: `was taken over by ${holderName(lock)}` };
      const isWritten = await store.update(variable, serializeLock({ ...identity, sent }, now));
      return isWritten ? { sinceHeld } : { lostBecause: "was deleted" };
    },
    async release(_, protectedStore) {
      const found = await protectedStore.read(variable);
      if (parseLock(found.value ?? "")?.holder === holder) await protectedStore.remove(variable);
    },
  };
}
