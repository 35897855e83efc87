import { getSubscription } from "@forgehand/core/operations";
import type { Reason } from "../../lists/reason.ts";
import type { WatchState } from "../../model/control-states.ts";
import { findRepositoryById } from "../jobs/find-repository.ts";
import { isRedirect } from "../jobs/repository-service.ts";
import { classifyError } from "../jobs/suspension.ts";
import { watchStateOf } from "../subscription.ts";
import { changeEntries } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import type { GatherProgress } from "./gather-progress.ts";

/** A repository whose subscription is to be read. */
export interface SubscriptionCandidate {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** Whether the repository is private; undefined if no list of this run had it. */
  readonly private: boolean | undefined;
}

/** The result of reading a subscription. */
interface CheckResult {
  readonly watch: WatchState | null;
  readonly reason: Reason | null;
  readonly at: number;
}

interface CheckerDeps
  extends Pick<GatherRun, "lists" | "account" | "client" | "steadyTime" | "signal">,
    Pick<GatherProgress, "reportChangedEntries"> {
  readonly callOptions: { readonly priority: "normal" | "bulk"; readonly maxWait: number };
}

/** Reads subscriptions and stores the results in batches. */
export interface SubscriptionChecker {
  /** @throws errors that affect more than one repository */
  readonly check: (candidate: SubscriptionCandidate) => Promise<void>;
  /** Stores the results of the last batch. */
  readonly flush: () => Promise<void>;
  /** Whether the token can read subscriptions, as far as known. */
  readonly isAvailable: () => boolean;
  readonly reasonUnavailable: () => Reason | undefined;
}

/** Number of refusals before the first success after which the token is assumed to lack access to all subscriptions. */
export const MAX_REFUSALS = 5;
/** Number of results that are stored together. */
const BATCH_SIZE = 40;

export function createSubscriptionChecker(deps: CheckerDeps): SubscriptionChecker {
  const { lists, account, client, steadyTime, signal, callOptions, reportChangedEntries } = deps;
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
    reportChangedEntries(revision);
  }

  async function addResult(id: number, result: CheckResult): Promise<void> {
    results.set(id, result);
    if (results.size >= BATCH_SIZE) await flush();
  }

  async function readSubscription(candidate: SubscriptionCandidate): Promise<WatchState> {
    const options = { ...callOptions, private: candidate.private, signal };
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
    async check(candidate) {
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
