import { invalidField } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import type { CallRequest } from "../middleware.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import type { PaceLimits, QuotaShare } from "./limits.ts";
import type { PaceOptions } from "./pace-options.ts";
import type { QuotaStore, RunQuotaCommand } from "./quota-store.ts";
import { createShare, MAX_SHARES } from "./read-share.ts";
import type { Quota } from "./scheduled-pacing.ts";
import { ownLimitsOf } from "./shares.ts";
import { createStoreScheduler, type StoreScheduler } from "./store-scheduler.ts";

type SchedulersByQuota = Map<string, StoreScheduler>;

/** Schedulers that are looked at for each new one, so that they become fewer. */
const STEP = 2;

/**
 * Creates a quota store, for the option `pace.store` of a client.
 * @param run changes the state of a quota
 */
export function createQuotaStore(run: RunQuotaCommand): QuotaStore {
  // Clients with the same store object and clock are of one process, and share their schedulers.
  const schedulers = new WeakMap<Clock, SchedulersByQuota>();

  function quotasFor({ share, storage, owner, onStoreError }: PaceOptions, published: PaceLimits) {
    for (const [name, value] of Object.entries({ share, storage }))
      if (value !== undefined) throw invalidField(`pace.${name}`, "must not be given together with pace.store");
    const fallback = readFallback(onStoreError);
    const limits = ownLimitsOf({ limits: published, share: undefined });
    const settings = JSON.stringify([Object.values(limits).map(String), fallback]);
    return (clock: Clock, random: () => number) => {
      const registered: SchedulersByQuota = schedulers.get(clock) ?? new Map();
      schedulers.set(clock, registered);
      return ({ url: { origin, host }, owner: { account, label } }: CallRequest): Quota => {
        const key = `${origin} ${settings} ${owner ?? account}`;
        const existing = registered.get(key);
        if (existing) return quotaOf(existing);
        evictSome(registered);
        const name = async () => `${host} ${owner ?? (await label())}`;
        const mutex = createKeyedMutex();
        const created = createStoreScheduler({ run, name, limits, fallback, clock, random, mutex });
        registered.set(key, created);
        return quotaOf(created);
      };
    };
  }

  return { run, quotasFor };
}

/**
 * Returns the process's share of the limits while the store fails; undefined to reject calls then.
 * @throws InputError if it is neither `stop` nor a share
 */
function readFallback(onStoreError = "stop"): QuotaShare | undefined {
  if (onStoreError === "stop") return undefined;
  const [, ...numbers] = /^(\d{1,3})\/(\d{1,3})$/.exec(onStoreError) ?? [];
  const [part = 0, of = 0] = numbers.map(Number);
  if (part >= 1 && part <= of && of <= MAX_SHARES) return createShare(part, of);
  throw invalidField("pace.onStoreError", 'must be "stop" or a share such as "1/8"');
}

const quotaOf = ({ scheduler, flush }: StoreScheduler): Quota => ({ scheduler, report: flush });

function evictSome(registered: SchedulersByQuota): void {
  let count = 0;
  for (const [key, scheduler] of registered) {
    if (count++ === STEP) return;
    registered.delete(key);
    if (!scheduler.isIdle()) registered.set(key, scheduler);
  }
}
