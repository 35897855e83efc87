import { invalidField } from "../../errors.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import type { CallRequest } from "../middleware.ts";
import type { QuotaShare } from "./limits.ts";
import { createPersistence, type Persistence } from "./persistence.ts";
import type { Scheduler } from "./scheduler.ts";

/**
 * A part of pacing that stores usage.
 * @throws InputError without the name of an owner
 */
export type UsageStorage = (
  owner: string | undefined,
  share: QuotaShare | undefined,
) => (scheduler: Scheduler, request: CallRequest) => Persistence;

/**
 * For the option `storage` of `pace()`: stores usage, so that a new process continues where the last one ended. Needs the
 * option `owner`.
 * @throws InputError if the value is not a store
 */
export function storedUsage(store: KeyValueStore): UsageStorage {
  if (store === undefined) throw invalidField("pace.storage", "is missing");
  checkStore("pace.storage", store);
  return (owner, share) => {
    if (owner === undefined) throw invalidField("pace.owner", "is required to store usage");
    return (scheduler, { url }) => {
      const key = storageKeyOf(url, owner, share);
      return createPersistence(scheduler, store, async () => key, scheduler.timeline.clock);
    };
  };
}

/** Key of an owner's usage in a store. Each process of a share stores its own state. */
function storageKeyOf({ host }: URL, owner: string, share: QuotaShare | undefined): string {
  return `forgehand-pace ${host} ${owner}${share ? ` ${share.part}/${share.of}` : ""}`;
}
