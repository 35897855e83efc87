import type { Clock } from "../clock.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { patiently } from "../waiting.ts";
import { readSavedState } from "./saved-state.ts";
import type { Scheduler } from "./scheduler.ts";

/** Keeps what a scheduler knows, so that the next process goes on with it. Whatever the store does, calls go on. */
export interface Keeping {
  /** Resolves once what was kept has been read; undefined where that has happened. */
  readonly ready: () => Promise<void> | undefined;
  /** Resolves once the present state is kept, so that no later process can count on what is used now. */
  readonly kept: () => Promise<void>;
}

/** How long calls wait for a store, in milliseconds. */
const PATIENCE = 5000;

/** @param name what the state is kept under; it may be written down */
export function keeping(
  scheduler: Scheduler,
  storage: KeyValueStore,
  name: () => Promise<string>,
  clock: Clock,
): Keeping {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let key = "";
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;

  /** What a store can't tell is as good as unreadable. A store of somebody's own may throw at once, too. */
  async function read(): Promise<string | undefined> {
    try {
      return (await storage.get(key)) ?? undefined;
    } catch {
      return "";
    }
  }

  async function write(): Promise<void> {
    try {
      await storage.set(key, JSON.stringify(scheduler.save()));
    } catch {
      // This process still knows what it uses.
    }
  }

  async function load(): Promise<void> {
    key = await name();
    const text = await patiently(read(), PATIENCE, "", clock);
    const saved = text === undefined ? undefined : readSavedState(text);
    if (saved) scheduler.restore(saved);
    else if (text !== undefined) scheduler.assumeFull();
    isLoaded = true;
  }

  return {
    ready() {
      if (isLoaded) return undefined;
      loading ??= load();
      return loading;
    },
    async kept() {
      // Whoever comes while a write is under way is in the one after it, with all others who come meanwhile.
      if (!next) {
        const written = writing.then(() => {
          next = undefined;
          writing = write();
          return writing;
        });
        next = patiently(written, PATIENCE, undefined, clock);
      }
      await next;
    },
  };
}
