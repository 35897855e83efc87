import type { KeyValueStore } from "@forgehand/core";
import type { Lists } from "../../lists/database.ts";

/** Pages of lists are large and few: asking for them again costs less than keeping them. In characters. */
const LARGEST = 20_000;
/** What was not asked for in this long is forgotten, in milliseconds. */
const KEPT = 60 * 24 * 3_600_000;

/** Keeps answers, so that what has not changed costs nothing of the primary limit. */
export function answerStore(lists: () => Promise<Lists>, now: () => number): KeyValueStore {
  return {
    get: async (name) => (await (await lists()).get("answers", name))?.text,
    async set(name, text) {
      if (text.length <= LARGEST) await (await lists()).put("answers", { name, text, usedAt: now() });
    },
  };
}

/** Forgets answers that nobody asked for in a long time. */
export async function forgetOldAnswers(lists: Lists, now: number): Promise<void> {
  const transaction = lists.transaction("answers", "readwrite");
  const old = await transaction.store.index("usedAt").getAllKeys(IDBKeyRange.upperBound(now - KEPT));
  await Promise.all(old.map((name) => transaction.store.delete(name)));
  await transaction.done;
}
