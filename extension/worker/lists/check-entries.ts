import { forEachConcurrently } from "@forgehand/core/internal";
import { needsWatchCheck } from "../../lists/gathering.ts";
import { readGathering } from "../../lists/read-lists.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { isUnfinished } from "./gather.ts";
import type { GatherDeps, GatherRun } from "./gather-deps.ts";
import type { GatherProgress } from "./gather-progress.ts";
import { wasFoundInRun } from "./merge-entry.ts";
import { createSubscriptionChecker } from "./subscription-checker.ts";
import { readEntryById } from "./unlisted-entries.ts";

/** Longest time that a request for a visible row is queued, in milliseconds. */
const MAX_WAIT = 10_000;

/**
 * Reads the watch states of single entries, such as those that the user is viewing. Entries that were checked since the
 * last refresh are skipped.
 * @throws errors that affect more than one repository
 */
export async function checkEntries(
  deps: Pick<GatherRun, "lists" | "steadyTime" | "signal"> &
    Pick<GatherDeps, "connect"> &
    Pick<GatherProgress, "reportChangedEntries">,
  account: string,
  ids: readonly number[],
): Promise<void> {
  const { lists, steadyTime, reportChangedEntries, signal } = deps;
  const gathering = await readGathering(lists, account);
  const { startedAt } = gathering;
  // A run that is unfinished reads them itself.
  if (startedAt === null || isUnfinished(gathering) || gathering.watchUnavailable) return;
  const client = await deps.connect(account);
  const callOptions = { priority: "normal", maxWait: MAX_WAIT } as const;
  const checker = createSubscriptionChecker({ ...deps, account, client, callOptions });
  const checkEntry = async (id: number) => {
    const stored = await lists.get("entries", [account, id]);
    if (!stored || !needsWatchCheck(stored, startedAt)) return;
    // A deleted repository would be reported as not watched.
    const isListed = wasFoundInRun(stored, startedAt);
    const entry = isListed
      ? stored
      : await readEntryById({ lists, account, client, steadyTime, reportChangedEntries, signal }, id, startedAt);
    if (entry && checker.isAvailable())
      await checker.check({ ...entry, private: isListed ? entry.private : undefined });
  };
  try {
    await forEachConcurrently(ids, CONCURRENT_CALLS, checkEntry, signal);
  } finally {
    await checker.flush();
  }
}
