import type { CallRequest } from "../middleware.ts";
import type { BasicPaceSettings } from "./basic-options.ts";
import type { KeyedMutex } from "./keyed-mutex.ts";
import type { Quota } from "./pacing.ts";
import { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";

/** Parts of pacing that only some clients need. */
export interface PaceParts {
  readonly createMutex: (() => KeyedMutex) | undefined;
  readonly persist: ((scheduler: Scheduler, request: CallRequest) => Omit<Quota, "scheduler">) | undefined;
}

/** Creates a function that returns the quota of a request's owner, with one scheduler per owner. */
export function createOwnerQuotas(
  { owner }: Pick<BasicPaceSettings, "owner">,
  options: SchedulerOptions,
  { createMutex, persist }: PaceParts,
): (request: CallRequest) => Quota {
  const quotas = new Map<string, Quota>();
  return (request) => {
    const key = `${request.url.origin}\n${owner ?? request.owner.account}`;
    const existing = quotas.get(key);
    if (existing) return existing;
    const scheduler = createScheduler({ ...options, mutex: createMutex?.() });
    const quota = { scheduler, ...persist?.(scheduler, request) };
    quotas.set(key, quota);
    return quota;
  };
}
