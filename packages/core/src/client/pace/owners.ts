import type { Clock } from "../clock.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { PaceSettings } from "./options.ts";
import { readSavedState } from "./saved-state.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

/** A quota owner's scheduler, and what it takes to keep its state. */
export interface Quota {
  readonly scheduler: Scheduler;
  /** Resolves once what was kept has been read; undefined where there is nothing to wait for. */
  readonly ready: () => Promise<void> | undefined;
  /** Resolves once the present state is kept, so that no later process can count on what is used now. */
  readonly kept: () => Promise<void> | undefined;
}

interface Known {
  readonly settings: PaceSettings;
  readonly clock: Clock;
  readonly quota: Quota;
}

/** Whose limits this process keeps: all of its clients share them. */
const owners = new Map<string, Known[]>();

/**
 * The scheduler of a quota owner. Clients that are told the same share one.
 * @param owner the service and the account; it may hold a token, and stays in memory
 * @param label the same as a name that may be written down
 */
export function quotaOf(
  owner: string,
  label: () => Promise<string>,
  settings: PaceSettings,
  clock: Clock,
  random: () => number,
): Quota {
  const same = owners.get(owner)?.find((one) => one.clock === clock && isSame(one.settings, settings));
  if (same) return same.quota;
  forgetIdle();
  const scheduler = createScheduler(settings.limits, settings.share, clock, random);
  const quota = settings.storage
    ? keptQuota(scheduler, settings.storage, label)
    : { scheduler, ready: () => undefined, kept: () => undefined };
  owners.set(owner, [...(owners.get(owner) ?? []), { settings, clock, quota }]);
  return quota;
}

/** Who has used nothing of late is as good as new. */
function forgetIdle(): void {
  for (const [owner, known] of owners) {
    const busy = known.filter(({ quota }) => !quota.scheduler.isIdle());
    if (busy.length === 0) owners.delete(owner);
    else owners.set(owner, busy);
  }
}

function isSame(a: PaceSettings, b: PaceSettings): boolean {
  if (a === b) return true;
  const numbers = ({ limits, share }: PaceSettings) => JSON.stringify([Object.values(limits).map(String), share]);
  return a.storage === b.storage && numbers(a) === numbers(b);
}

function keptQuota(scheduler: Scheduler, storage: KeyValueStore, label: () => Promise<string>): Quota {
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  let key = "";
  let writing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function load(): Promise<void> {
    key = await label();
    const text = await storage.get(key).catch(() => "");
    if (text !== undefined) {
      const saved = readSavedState(text);
      if (saved) scheduler.restore(saved);
      else scheduler.assumeFull();
    }
    isLoaded = true;
  }

  function write(): Promise<void> {
    // A store that fails must not hold up the calls: this process still knows what it uses.
    return storage.set(key, JSON.stringify(scheduler.save())).catch(() => undefined);
  }

  return {
    scheduler,
    ready() {
      if (isLoaded) return undefined;
      loading ??= load();
      return loading;
    },
    kept() {
      // Whoever comes while a write is under way is in the one after it, with all others who come meanwhile.
      if (next) return next;
      const after = (writing ?? Promise.resolve()).then(() => {
        next = undefined;
        writing = write();
        return writing;
      });
      next = after;
      return after;
    },
  };
}
