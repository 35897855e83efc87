import type { CallRequest } from "../middleware.ts";
import type { BasicPaceSettings } from "./basic-options.ts";
import type { Pacing } from "./early-calls.ts";
import type { KeyedMutex } from "./keyed-mutex.ts";
import { createPacing, type Quota } from "./scheduled-pacing.ts";
import { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";

/** Parts of pacing that only some clients need. */
export interface PaceParts {
  readonly createMutex: (() => KeyedMutex) | undefined;
  readonly persist: ((scheduler: Scheduler, request: CallRequest) => Omit<Quota, "scheduler">) | undefined;
}

/** Creates a pacing with one scheduler per quota owner. */
export function createOwnerPacing(
  { owner, maxWait }: Pick<BasicPaceSettings, "owner" | "maxWait">,
  options: SchedulerOptions,
  { createMutex, persist }: PaceParts,
): Pacing {
  const quotas = new Map<string, Quota>();
  function quotaFor(request: CallRequest): Quota {
    const key = `${request.url.origin}\n${owner ?? request.owner.account}`;
    const existing = quotas.get(key);
    if (existing) return existing;
    const scheduler = createScheduler({ ...options, mutex: createMutex?.() });
    const quota = { scheduler, ...persist?.(scheduler, request) };
    quotas.set(key, quota);
    return quota;
  }
  return createPacing({ clock: options.clock, quotaFor, maxWait });
}
