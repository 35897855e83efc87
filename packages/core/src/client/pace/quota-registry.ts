import type { Clock } from "../clock.ts";
import type { CallRequest } from "../middleware.ts";
import type { PaceJob, Slot } from "./job.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import type { PaceSettings } from "./pace-options.ts";
import { createPersistence, type Persistence } from "./persistence.ts";
import { type PrimaryLimits, primaryState } from "./primary-limits.ts";
import { isLowered } from "./quota-windows.ts";
import { parseSavedState } from "./saved-state.ts";
import { assumeExhausted, restoreUsage, saveUsage } from "./saved-usage.ts";
import type { Quota } from "./scheduled-pacing.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { ownLimitsOf } from "./shares.ts";
import { expire } from "./sliding-window.ts";
import { timeOf } from "./timeline.ts";

/** Quota of an owner with any number of schedulers. */
export interface SharedQuota {
  readonly scheduler: Scheduler;
  /** Set if a store is configured. */
  readonly persistence: Persistence | undefined;
  /** The quota as calls use it, which also counts in the owner's other schedulers. */
  readonly quota: Quota;
}

/** Characteristics by which the quotas of an owner differ. */
interface QuotaKey {
  readonly settings: PaceSettings;
  readonly clock: Clock;
}

interface RegisteredQuota extends QuotaKey {
  readonly random: () => number;
  readonly quota: SharedQuota;
}

/** A quota that no call has used for a while, as text, which takes a tenth of the memory. */
interface ParkedQuota extends QuotaKey {
  readonly random: () => number;
  readonly state: string;
  /** Monotonic time at which the state was saved. */
  readonly at: number;
  /** Monotonic time from which it is worth looking whether the state has expired. */
  readonly checkAt: number;
}

// Quotas by owner, shared by all clients of this process. Owners that were not looked at for longest come first.
const live = new Map<string, readonly RegisteredQuota[]>();
const parked = new Map<string, readonly ParkedQuota[]>();

/** Creates the function that returns the quota of a request's owner. */
export function sharedQuotas(settings: PaceSettings, clock: Clock, random: () => number) {
  return ({ url: { origin, host }, owner }: CallRequest): Quota => {
    const { account, label } = owner;
    const storageKey = async () => `forgehand-pace ${host} ${settings.owner ?? (await label())}`;
    return quotaFor(`${origin}\n${settings.owner ?? account}`, storageKey, settings, clock, random).quota;
  };
}

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
): SharedQuota {
  const registered = quotasOf(owner);
  const existing = registered.find((entry) => entry.clock === clock && hasSameSettings(entry.settings, settings));
  if (existing) return existing.quota;
  tidyNext();
  const key = { settings, clock };
  const [first] = siblingsOf(owner, key);
  const { share, storage } = settings;
  const created = createQuota(owner, key, random);
  const { scheduler } = created;
  // Each process of a share stores its own state.
  const storageKey = async () => `${await label()}${share ? ` ${share.part}/${share.of}` : ""}`;
  const persistence = storage && createPersistence(scheduler, storage, storageKey, clock);
  const quota = { ...created, persistence, quota: { ...created.quota, ...persistence } };
  // Start with the usage and rejections that the existing schedulers know.
  if (first) restoreUsage(scheduler, saveUsage(first), 0);
  live.set(owner, [...quotasOf(owner), { ...key, random, quota }]);
  return quota;
}

/** Number of registered schedulers, and how many of them are parked. */
export function registeredSchedulers(): { readonly all: number; readonly parked: number } {
  const count = (quotas: ReadonlyMap<string, readonly unknown[]>) => [...quotas.values()].flat().length;
  return { all: count(live) + count(parked), parked: count(parked) };
}

/** An owner's quotas; those that were parked continue from their state. */
function quotasOf(owner: string): readonly RegisteredQuota[] {
  const states = parked.get(owner);
  if (states) {
    parked.delete(owner);
    live.set(
      owner,
      states.map((state) => resume(owner, state)),
    );
  }
  return live.get(owner) ?? [];
}

function resume(owner: string, { settings, clock, random, state, at }: ParkedQuota): RegisteredQuota {
  const quota = createQuota(owner, { settings, clock }, random);
  const saved = parseSavedState(state);
  if (saved) restoreUsage(quota.scheduler, saved, clock.monotonic() - at);
  else assumeExhausted(quota.scheduler);
  return { settings, clock, random, quota };
}

function createQuota(owner: string, key: QuotaKey, random: () => number): SharedQuota {
  const { share } = key.settings;
  const limits = ownLimitsOf(key.settings);
  const scheduler = createScheduler({ limits, share, clock: key.clock, random, mutex: createKeyedMutex() });
  const acquire: Scheduler["acquire"] = (job) =>
    scheduler.acquire({
      ...job,
      onStart: (slot) => job.onStart(combineSlots(slot, () => siblingsOf(owner, key), job)),
    });
  return { scheduler, persistence: undefined, quota: { scheduler: { ...scheduler, acquire } } };
}

/** Combines a slot with its counterparts in the owner's other schedulers. */
function combineSlots(slot: Slot, siblings: () => readonly Scheduler[], job: PaceJob): Slot {
  const tracked = siblings();
  const slots = tracked.map((scheduler) => scheduler.track(job));
  return {
    release(result) {
      for (const { release } of [slot, ...slots]) release(result);
      if (!result.rejection) return;
      // Also report the rejection to schedulers created in the meantime.
      for (const scheduler of siblings()) if (!tracked.includes(scheduler)) scheduler.track(job).release(result);
    },
  };
}

function siblingsOf(owner: string, key: QuotaKey): Scheduler[] {
  return quotasOf(owner).flatMap((entry) => (isSibling(entry, key) ? entry.quota.scheduler : []));
}

/** Live owners that are looked at for each new one, so that they become fewer. */
const OWNERS_PER_STEP = 2;

/** Time after which a parked state is looked at again, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * Evicts the next owners without state, for whom a new quota behaves the same, and parks those without calls. What it
 * costs doesn't depend on the number of owners.
 */
function tidyNext(): void {
  for (const [owner, states] of parked) {
    parked.delete(owner);
    parked.set(owner, states);
    // Becomes live, and is looked at again with the others.
    if (states.every(({ clock, checkAt }) => clock.monotonic() >= checkAt)) quotasOf(owner);
    break;
  }
  let count = 0;
  for (const [owner, registered] of live) {
    if (count++ === OWNERS_PER_STEP) return;
    live.delete(owner);
    // A scheduler whose state is still being loaded is about to be used.
    const kept = registered.filter(({ quota }) => !(isIdle(quota.scheduler) && isLoaded(quota)));
    if (kept.length === 0) continue;
    if (kept.some(({ quota }) => quota.persistence || !quota.scheduler.isQuiet())) live.set(owner, kept);
    else parked.set(owner, kept.map(park));
  }
}

function park({ settings, clock, random, quota }: RegisteredQuota): ParkedQuota {
  const at = clock.monotonic();
  const state = JSON.stringify(saveUsage(quota.scheduler));
  return { settings, clock, random, state, at, checkAt: at + CHECK_INTERVAL_MS };
}

const isLoaded = ({ persistence }: SharedQuota) => persistence?.isLoaded() ?? true;

/** Whether no call waits or is in flight, and there is no state to preserve. */
function isIdle({ isQuiet, timeline, backoff, windows, primary }: Scheduler): boolean {
  const now = timeOf(timeline);
  const isUnused = (window: (typeof windows.all)[number]) => {
    expire(window, now);
    return window.total === 0 && !isLowered(window, now);
  };
  return isQuiet() && backoff.pausedUntil <= now && windows.all.every(isUnused) && isPrimaryUnused(primary, now);
}

export function isPrimaryUnused(primary: PrimaryLimits, now: number): boolean {
  return Array.from(primary.states.keys()).every((resource) => !primaryState(primary, resource, now));
}

/** Schedulers with another share or clock represent other processes, even within this one. */
function isSibling(entry: QuotaKey, other: QuotaKey): boolean {
  const [share, otherShare] = [entry.settings.share, other.settings.share];
  const isSame = hasSameSettings(entry.settings, other.settings);
  return !isSame && entry.clock === other.clock && share?.part === otherShare?.part && share?.of === otherShare?.of;
}

function hasSameSettings(a: PaceSettings, b: PaceSettings): boolean {
  if (a === b) return true;
  const numbers = ({ limits, share }: PaceSettings) => JSON.stringify([Object.values(limits).map(String), share]);
  return a.storage === b.storage && numbers(a) === numbers(b);
}
