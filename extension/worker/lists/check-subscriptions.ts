import { estimate } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { getSubscription } from "@forgehand/core/operations";
import type { Entry } from "../../lists/entry.ts";
import type { Reason } from "../../lists/reason.ts";
import type { WatchState } from "../../model/control-states.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { findRepositoryById } from "../jobs/find-repository.ts";
import { isRedirect, MAX_QUEUE_WAIT } from "../jobs/repository-service.ts";
import { classifyError } from "../jobs/suspension.ts";
import { watchStateOf } from "../subscription.ts";
import { changeEntries, selectEntries } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import { wasFoundInRun } from "./merge-entry.ts";
import { deleteUnusedEntries } from "./unlisted-entries.ts";

/** A repository whose subscription is to be read. */
interface SubscriptionCandidate {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** Whether the repository is private; undefined if no list of this run had it. */
  readonly private: boolean | undefined;
  /** Lower ranks are read first. */
  readonly rank: number;
}

/** The result of reading a subscription. */
interface CheckResult {
  readonly watch: WatchState | null;
  readonly reason: Reason | null;
  readonly at: number;
}

/** Number of refusals before the first success after which the token is assumed to lack access to all subscriptions. */
const MAX_REFUSALS = 5;
/** Number of results that are stored together. */
const BATCH_SIZE = 40;

/** Reads the subscription of each repository, starting with those that matter most to the user. */
export async function checkSubscriptions(gatherRun: GatherRun): Promise<void> {
  const { lists, account, runStartedAt, steadyTime, progress, signal } = gatherRun;
  const candidates = (await selectEntries(lists, account, (entry) => toCandidate(entry, runStartedAt))).sort(
    (a, b) => a.rank - b.rank,
  );
  const checked = progress.current().checked;
  const startedAt = steadyTime();
  await progress.set(
    { toCheck: checked + candidates.length, eta: startedAt + estimateSeconds(candidates.length) * 1000 },
    "urgent",
  );
  const checker = createSubscriptionChecker(gatherRun);
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

function toCandidate(entry: Entry, runStartedAt: number) {
  const { id, owner, name, watch, watchCheckedAt, starred, missing } = entry;
  if (missing || (watchCheckedAt ?? 0) >= runStartedAt) return undefined;
  const rank =
    watch === "watching" || watch === "ignoring" ? 0 : watch === null && starred ? 1 : watch === null ? 2 : 3;
  const isPrivate = wasFoundInRun(entry, runStartedAt) ? entry.private : undefined;
  return { id, owner, name, private: isPrivate, rank } satisfies SubscriptionCandidate;
}

const estimateSeconds = (count: number) => estimate([{ operation: getSubscription, count }]).expected;

/** Estimates the end from the rate limits and the measured speed. */
function estimateEnd(done: number, remaining: number, startedAt: number, now: number): number {
  const planned = estimateSeconds(done);
  const slowdown = planned > 30 ? Math.max(1, (now - startedAt) / 1000 / planned) : 1;
  return Math.max(now, startedAt + 1000 * slowdown * estimateSeconds(done + remaining));
}

/** Reads subscriptions and stores the results in batches. */
function createSubscriptionChecker({ lists, account, client, steadyTime, progress, signal }: GatherRun) {
  const results = new Map<number, CheckResult>();
  let consecutiveRefusals = 0;
  let hasSucceeded = false;
  let unavailableReason: Reason | undefined;
  let refusal: Reason | undefined;

  async function flush(): Promise<void> {
    const batch = new Map(results);
    results.clear();
    const revision = await changeEntries(lists, account, [...batch.keys()], (entry, id) => {
      const result = batch.get(id);
      // A change that was stored in the meantime is newer.
      if (!entry || !result || (entry.watchCheckedAt ?? 0) > result.at) return undefined;
      return { ...entry, watch: result.watch, watchReason: result.reason, watchCheckedAt: result.at };
    });
    progress.reportChangedEntries(revision);
  }

  async function addResult(id: number, result: CheckResult): Promise<void> {
    results.set(id, result);
    if (results.size >= BATCH_SIZE) await flush();
  }

  async function readSubscription(candidate: SubscriptionCandidate): Promise<WatchState> {
    const options = { priority: "bulk", maxWait: MAX_QUEUE_WAIT, private: candidate.private, signal } as const;
    const request = (ref: { owner: string; name: string }) =>
      client.call(getSubscription, { owner: ref.owner, repo: ref.name }, options);
    const subscription = await request(candidate).catch(async (error: unknown) => {
      const renamed = isRedirect(error) ? await findRepositoryById(client, candidate.id) : undefined;
      if (renamed) return request(renamed);
      throw error;
    });
    return watchStateOf(subscription);
  }

  return {
    flush,
    reasonUnavailable: () =>
      unavailableReason ?? (!hasSucceeded && refusal?.kind === "permission" ? refusal : undefined),
    isAvailable: () => unavailableReason === undefined,
    async check(candidate: SubscriptionCandidate): Promise<void> {
      const { id } = candidate;
      const at = steadyTime();
      try {
        const watch = await readSubscription(candidate);
        hasSucceeded = true;
        await addResult(id, { watch, reason: null, at });
      } catch (error) {
        if (signal.aborted) return;
        const { reason, suspension } = classifyError(error);
        if (reason.kind === "token-kind") {
          unavailableReason ??= reason;
          return;
        }
        if (suspension) throw error;
        await addResult(id, { watch: null, reason, at });
        refusal = reason;
        if (!hasSucceeded && ++consecutiveRefusals >= MAX_REFUSALS) unavailableReason ??= reason;
      }
    },
  };
}

/** Stores that the token cannot read subscriptions: once for the account, and in all entries. */
async function markUnknown({ lists, account, progress }: GatherRun, reason: Reason): Promise<void> {
  await progress.set({ watchUnavailable: reason }, "urgent");
  const { kind } = reason;
  const ids = await selectEntries(lists, account, ({ id, missing }) => (missing ? undefined : id));
  const change = { watch: null, watchReason: { kind } } as const;
  progress.reportChangedEntries(await changeEntries(lists, account, ids, (entry) => entry && { ...entry, ...change }));
}
