import type { KeyValueStore } from "@forgehand/core";
import type { ListsDatabase } from "../../lists/database.ts";

/**
 * Longest response that is cached, in characters. Pages of lists are larger, but so few that requesting them again is
 * cheaper.
 */
const MAX_LENGTH = 20_000;
/** Age since the last use after which a response is deleted, in milliseconds. */
const MAX_AGE = 60 * 24 * 3_600_000;

/** Stores responses for conditional requests, which do not count against the primary rate limit if nothing changed. */
export function createResponseCache(lists: () => Promise<ListsDatabase>, now: () => number): KeyValueStore {
  return {
    get: async (name) => (await (await lists()).get("responses", name))?.text,
    async set(name, text) {
      if (text.length <= MAX_LENGTH) await (await lists()).put("responses", { name, text, usedAt: now() });
    },
  };
}

/** Deletes responses that were not used for a long time. */
export async function deleteOldResponses(lists: ListsDatabase, now: number): Promise<void> {
  const transaction = lists.transaction("responses", "readwrite");
  const expired = await transaction.store.index("usedAt").getAllKeys(IDBKeyRange.upperBound(now - MAX_AGE));
  await Promise.all(expired.map((name) => transaction.store.delete(name)));
  await transaction.done;
}
