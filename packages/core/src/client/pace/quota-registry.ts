import type { Clock } from "../clock.ts";
import type { PaceSettings } from "./pace-options.ts";
import { createPersistence, type Persistence } from "./persistence.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

/** Scheduler of a quota owner, and its persistence if a store is configured. */
export interface Quota {
  readonly scheduler: Scheduler;
  readonly persistence: Persistence | undefined;
  /** Schedulers of the same owner created with other settings; each counts the usage of the others. */
  readonly siblings: () => readonly Scheduler[];
}

interface RegisteredQuota {
  readonly settings: PaceSettings;
  readonly clock: Clock;
  readonly quota: Quota;
}

/** Quotas by owner, shared by all clients of this process. */
const registry = new Map<string, RegisteredQuota[]>();

/**
 * Returns the quota of an owner. Clients with the same settings share one quota.
 * @param owner service and account; can be derived from a token, so it stays in memory
 * @param label a name for the owner that is safe to store
 */
export function quotaFor(
  owner: string,
  label: () => Promise<string>,
  settings: PaceSettings,
  clock: Clock,
  random: () => number,
): Quota {
  const existing = registry
    .get(owner)
    ?.find((entry) => entry.clock === clock && hasSameSettings(entry.settings, settings));
  if (existing) return existing.quota;
  evictIdle(clock);
  const { limits, share, storage } = settings;
  const scheduler = createScheduler(limits, share, clock, random);
  // Each process of a share stores its own state.
  const storageKey = async () => `${await label()}${share.of > 1 ? ` ${share.part}/${share.of}` : ""}`;
  const siblings = () =>
    (registry.get(owner) ?? []).flatMap((entry) =>
      isSibling(entry, { settings, clock, quota }) ? entry.quota.scheduler : [],
    );
  const quota: Quota = {
    scheduler,
    persistence: storage && createPersistence(scheduler, storage, storageKey, clock),
    siblings,
  };
  // Start with the usage and rejections that the existing schedulers know.
  const [first] = siblings();
  if (first) scheduler.restore(first.save(), false);
  registry.set(owner, [...(registry.get(owner) ?? []), { settings, clock, quota }]);
  return quota;
}

/** Number of registered schedulers. */
export function registeredSchedulers(): number {
  return Array.from(registry.values(), (registered) => registered.length).reduce((sum, count) => sum + count, 0);
}

/** Least time between two evictions, in milliseconds: each one checks every scheduler. */
const EVICTION_INTERVAL_MS = 1000;

let lastEviction: { readonly clock: Clock; readonly at: number } | undefined;

/** Evicts idle schedulers; a new one behaves the same. */
function evictIdle(clock: Clock): void {
  const now = clock.monotonic();
  if (lastEviction?.clock === clock && now - lastEviction.at < EVICTION_INTERVAL_MS) return;
  lastEviction = { clock, at: now };
  for (const [owner, registered] of registry) {
    const busy = registered.filter(({ quota }) => !isIdle(quota));
    if (busy.length === 0) registry.delete(owner);
    else registry.set(owner, busy);
  }
}

/** A scheduler whose state is still being loaded is about to be used. */
function isIdle({ scheduler, persistence }: Quota): boolean {
  return scheduler.isIdle() && persistence?.ready() === undefined;
}

/** Schedulers with another share or clock represent other processes, even within this one. */
function isSibling(entry: RegisteredQuota, other: RegisteredQuota): boolean {
  const { share } = entry.settings;
  const { part, of } = other.settings.share;
  return entry.quota !== other.quota && entry.clock === other.clock && share.part === part && share.of === of;
}

function hasSameSettings(a: PaceSettings, b: PaceSettings): boolean {
  if (a === b) return true;
  const numbers = ({ limits, share }: PaceSettings) => JSON.stringify([Object.values(limits).map(String), share]);
  return a.storage === b.storage && numbers(a) === numbers(b);
}
