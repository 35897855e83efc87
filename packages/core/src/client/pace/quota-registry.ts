import type { Clock } from "../clock.ts";
import type { PaceSettings } from "./pace-options.ts";
import { createPersistence, type Persistence } from "./persistence.ts";
import { parseSavedState } from "./saved-state.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

/** Scheduler of a quota owner, and its persistence if a store is configured. */
export interface Quota {
  readonly scheduler: Scheduler;
  readonly persistence: Persistence | undefined;
  /** Schedulers of the same owner created with other settings; each counts the usage of the others. */
  readonly siblings: () => readonly Scheduler[];
}

/** Characteristics by which the quotas of an owner differ. */
interface QuotaKey {
  readonly settings: PaceSettings;
  readonly clock: Clock;
}

interface RegisteredQuota extends QuotaKey {
  readonly random: () => number;
  readonly quota: Quota;
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
  const registered = quotasOf(owner);
  const existing = registered.find((entry) => entry.clock === clock && hasSameSettings(entry.settings, settings));
  if (existing) return existing.quota;
  tidyNext();
  const key = { settings, clock };
  const [first] = siblingsOf(owner, key);
  const { share, storage } = settings;
  const created = createQuota(owner, key, random);
  // Each process of a share stores its own state.
  const storageKey = async () => `${await label()}${share.of > 1 ? ` ${share.part}/${share.of}` : ""}`;
  const persistence = storage && createPersistence(created.scheduler, storage, storageKey, clock);
  const quota = { ...created, persistence };
  // Start with the usage and rejections that the existing schedulers know.
  if (first) quota.scheduler.restore(first.save(), 0);
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
  if (saved) quota.scheduler.restore(saved, clock.monotonic() - at);
  else quota.scheduler.assumeExhausted();
  return { settings, clock, random, quota };
}

function createQuota(owner: string, key: QuotaKey, random: () => number): Quota {
  const { limits, share } = key.settings;
  const scheduler = createScheduler(limits, share, key.clock, random);
  return { scheduler, persistence: undefined, siblings: () => siblingsOf(owner, key) };
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
    const kept = registered.filter(({ quota }) => !(quota.scheduler.isIdle() && isLoaded(quota)));
    if (kept.length === 0) continue;
    if (kept.some(({ quota }) => quota.persistence || !quota.scheduler.isQuiet())) live.set(owner, kept);
    else parked.set(owner, kept.map(park));
  }
}

function park({ settings, clock, random, quota }: RegisteredQuota): ParkedQuota {
  const at = clock.monotonic();
  const state = JSON.stringify(quota.scheduler.save());
  return { settings, clock, random, state, at, checkAt: at + CHECK_INTERVAL_MS };
}

const isLoaded = ({ persistence }: Quota) => persistence?.ready() === undefined;

/** Schedulers with another share or clock represent other processes, even within this one. */
function isSibling(entry: QuotaKey, other: QuotaKey): boolean {
  const { share } = entry.settings;
  const { part, of } = other.settings.share;
  const isSame = hasSameSettings(entry.settings, other.settings);
  return !isSame && entry.clock === other.clock && share.part === part && share.of === of;
}

function hasSameSettings(a: PaceSettings, b: PaceSettings): boolean {
  if (a === b) return true;
  const numbers = ({ limits, share }: PaceSettings) => JSON.stringify([Object.values(limits).map(String), share]);
  return a.storage === b.storage && numbers(a) === numbers(b);
}
