import { estimate } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { getSubscription } from "@forgehand/core/operations";
import type { Entry } from "../../lists/entry.ts";
import { needsWatchCheck } from "../../lists/gathering.ts";
import type { Reason } from "../../lists/reason.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { MAX_QUEUE_WAIT } from "../jobs/repository-service.ts";
import { changeMatching, selectEntries } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import { wasFoundInRun } from "./merge-entry.ts";
import { createSubscriptionChecker, MAX_REFUSALS, type SubscriptionCandidate } from "./subscription-checker.ts";
import { AUTOMATIC_READS, deleteUnusedEntries } from "./unlisted-entries.ts";

/**
 * Reads the subscriptions that the lists lack, starting with those that matter most to the user. If there are many and
 * the user has not asked for all, it only finds out whether the token can read subscriptions.
 */
export async function checkSubscriptions(gatherRun: GatherRun): Promise<void> {
  const { lists, account, client, runStartedAt, steadyTime, progress, signal } = gatherRun;
  const unchecked = (await selectEntries(lists, account, (entry) => toCandidate(entry, runStartedAt))).sort(
    (a, b) => a.rank - b.rank,
  );
  const { checked, checkAll } = progress.current();
  const candidates = checkAll || unchecked.length <= AUTOMATIC_READS ? unchecked : unchecked.slice(0, MAX_REFUSALS);
  const startedAt = steadyTime();
  await progress.set(
    { toCheck: checked + candidates.length, eta: startedAt + estimateChecks(candidates.length) * 1000 },
    "urgent",
  );
  const checker = createSubscriptionChecker({
    lists,
    account,
    client,
    steadyTime,
    signal,
    callOptions: { priority: "bulk", maxWait: MAX_QUEUE_WAIT },
    reportChangedEntries: progress.reportChangedEntries,
  });
  let done = 0;
  try {
    await forEachConcurrently(
      candidates,
      CONCURRENT_CALLS,
      async (candidate) => {
        if (!checker.isAvailable()) return;
        await checker.check(candidate);
        done++;
        await progress.set({
          checked: checked + done,
          eta: estimateEnd(done, candidates.length - done, startedAt, steadyTime()),
        });
      },
      signal,
    );
  } finally {
    await checker.flush();
    await progress.set({ checked: checked + done }, "urgent");
  }
  if (signal.aborted) return;
  const reason = checker.reasonUnavailable();
  if (reason) await markUnknown(gatherRun, reason);
  await deleteUnusedEntries(gatherRun);
}

function toCandidate(
  entry: Entry,
  runStartedAt: number,
): (SubscriptionCandidate & { readonly rank: number }) | undefined {
  if (!needsWatchCheck(entry, runStartedAt)) return undefined;
  const { id, owner, name, watch, starred } = entry;
  const rank =
    watch === "watching" || watch === "ignoring" ? 0 : watch === null && starred ? 1 : watch === null ? 2 : 3;
  return { id, owner, name, private: wasFoundInRun(entry, runStartedAt) ? entry.private : undefined, rank };
}

/** Estimates how long reading subscriptions takes, in seconds. */
export const estimateChecks = (count: number): number => estimate([{ operation: getSubscription, count }]).expected;

/** Estimates the end from the rate limits and the measured speed. */
function estimateEnd(done: number, remaining: number, startedAt: number, now: number): number {
  const planned = estimateChecks(done);
  const slowdown = planned > 30 ? Math.max(1, (now - startedAt) / 1000 / planned) : 1;
  return Math.max(now, startedAt + 1000 * slowdown * estimateChecks(done + remaining));
}

/**
 * Stores that the token cannot read subscriptions: once for the account, and in all entries that the list of watched
 * repositories lacks.
 */
async function markUnknown({ lists, account, runStartedAt, progress }: GatherRun, reason: Reason): Promise<void> {
  await progress.set({ watchUnavailable: reason }, "urgent");
  const { kind } = reason;
  const isUnlisted = ({ missing, lastSeenIn }: Entry) => !missing && lastSeenIn.watched !== runStartedAt;
  const mark = (entry: Entry): Entry => ({ ...entry, watch: null, watchReason: { kind } });
  progress.reportChangedEntries(await changeMatching(lists, account, isUnlisted, mark));
}
