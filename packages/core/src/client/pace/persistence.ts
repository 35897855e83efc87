import { withTimeout } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { parseSavedState } from "./saved-state.ts";
import type { Scheduler } from "./scheduler.ts";

/** Persists a scheduler's state so that the next process continues with it. A failing store never fails a call. */
export interface Persistence {
  /** Resolves once the stored state has been read; undefined if it already has. */
  readonly ready: () => Promise<void> | undefined;
  /** Resolves once the current state is stored, so that no later process reuses capacity that is already used. */
  readonly flush: () => Promise<void>;
}

/** Time that calls wait for a store, in milliseconds. */
const STORE_TIMEOUT_MS = 5000;

/** @param storageKey key of the state in the store; must not contain a secret */
export function createPersistence(
  scheduler: Scheduler,
  storage: KeyValueStore,
  storageKey: () => Promise<string>,
  clock: Clock,
): Persistence {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let key = "";
  let writing: Promise<unknown> = Promise.resolve();
  let queuedWrite: Promise<unknown> | undefined;

  /** Treats a failing store like an unreadable value. A custom store can throw synchronously, too. */
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
      // This process still has its state in memory.
    }
  }

  async function load(): Promise<void> {
    key = await storageKey();
    const text = await withTimeout(read(), STORE_TIMEOUT_MS, "", clock);
    const saved = text === undefined ? undefined : parseSavedState(text);
    if (saved) scheduler.restore(saved, undefined);
    else if (text !== undefined) scheduler.assumeExhausted();
    isLoaded = true;
  }

  return {
    ready() {
      if (isLoaded) return undefined;
      loading ??= load();
      return loading;
    },
    async flush() {
      // Callers that arrive during a write share the next one.
      if (!queuedWrite) {
        const writeDone = writing.then(() => {
          queuedWrite = undefined;
          writing = write();
          return writing;
        });
        queuedWrite = withTimeout(writeDone, STORE_TIMEOUT_MS, undefined, clock);
      }
      await queuedWrite;
    },
  };
}
