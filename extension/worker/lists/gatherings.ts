import type { Lists } from "../../lists/database.ts";
import { createNap, type Nap } from "../jobs/nap.ts";
import { gather, isOpen } from "./gather.ts";
import type { Gatherer } from "./gatherer.ts";

/** What is being gathered: one gathering an account at a time. */
export interface Gatherings {
  /** Gathers an account's entries anew, or goes on where it was stopped a short while ago. */
  readonly refresh: (account: string) => void;
  readonly stop: (account: string) => Promise<void>;
  /** Goes on with whatever a worker that was ended left off. */
  readonly wake: () => Promise<void>;
  /** The network is back. */
  readonly online: () => void;
  /** Resolves when nothing is at work. */
  readonly idle: () => Promise<void>;
}

interface AtWork {
  readonly stop: AbortController;
  readonly nap: Nap;
  readonly over: Promise<void>;
}

export function createGatherings(world: Gatherer & { readonly lists: Lists }): Gatherings {
  const atWork = new Map<string, AtWork>();

  function refresh(account: string): void {
    if (atWork.has(account)) return;
    const [stop, nap] = [new AbortController(), createNap(world.clock)];
    const over = gather(world, account, nap, stop.signal)
      // What could not even be written down is gone on with at the next start.
      .catch((error: unknown) => console.error(error))
      .finally(() => atWork.delete(account));
    atWork.set(account, { stop, nap, over });
  }

  return {
    refresh,
    async stop(account) {
      const one = atWork.get(account);
      one?.stop.abort();
      await one?.over;
    },
    async wake() {
      for (const gathering of await world.lists.getAll("gatherings")) {
        if (isOpen(gathering)) refresh(gathering.account);
      }
    },
    online() {
      for (const { nap } of atWork.values()) nap.wake("offline");
    },
    async idle() {
      await Promise.all(Array.from(atWork.values(), ({ over }) => over));
    },
  };
}
