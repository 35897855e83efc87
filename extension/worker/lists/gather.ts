import type { Gathering } from "../../lists/gathering.ts";
import { readGathering } from "../../lists/read-lists.ts";
import type { Reason } from "../../lists/reason.ts";
import { classifyError, waitEnd } from "../jobs/suspension.ts";
import type { WakeableSleep } from "../jobs/wakeable-sleep.ts";
import { checkSubscriptions } from "./check-subscriptions.ts";
import { forgetFutureChecks } from "./entry-store.ts";
import type { GatherDeps, GatherRun } from "./gather-deps.ts";
import { createGatherProgress } from "./gather-progress.ts";
import { listAll } from "./list-all.ts";
import { SOURCE_ORDER } from "./merge-entry.ts";
import { deleteOldResponses } from "./response-cache.ts";
import { checkUnlistedEntries } from "./unlisted-entries.ts";

export function isUnfinished({ state }: Gathering): boolean {
  return state === "listing" || state === "checking";
}

/**
 * Gathers an account's entries: lists the starred, watched, owned and organization repositories and reads the
 * subscription of each. After a worker restart, it continues where it stopped.
 */
export async function gather(
  deps: GatherDeps,
  account: string,
  wakeableSleep: WakeableSleep,
  signal: AbortSignal,
): Promise<void> {
  const { lists, clock, steadyTime } = deps;
  const previous = await readGathering(lists, account);
  const isContinued = canContinue(previous, steadyTime());
  const runStartedAt = isContinued ? previous.startedAt : steadyTime();
  if (!isContinued) await forgetFutureChecks(lists, account, runStartedAt);
  const progress = createGatherProgress(
    isContinued && isUnfinished(previous) ? previous : createGathering(account, runStartedAt),
    deps,
  );
  let previousWaits = 0;
  for (;;) {
    const suspension = await runOnce(deps, { lists, account, clock, steadyTime, runStartedAt, progress, signal });
    if (signal.aborted) return progress.set({ ...INACTIVE, state: "stopped", endedAt: clock.now() }, "urgent");
    if (!suspension) return progress.set({ ...INACTIVE, state: "done", endedAt: clock.now() }, "urgent");
    if (suspension.kind === "pause") {
      return progress.set({ ...INACTIVE, state: "failed", endedAt: clock.now(), reason: suspension.reason }, "urgent");
    }
    const since = clock.now();
    const until = waitEnd(suspension, previousWaits++, since);
    await progress.set({ waiting: { reason: suspension.reason, since, until }, eta: null }, "urgent");
    const cancelWake = deps.wakeAfter(until - since);
    await wakeableSleep.sleepFor(until - since, suspension.reason.kind, signal);
    cancelWake();
    await progress.set({ waiting: null }, "urgent");
  }
}

/** Age, in milliseconds, up to which a stopped or failed run is continued. */
const CONTINUE_WITHIN = 3_600_000;

/**
 * Whether the previous run continues, so that nothing is read twice. After the clock was set back, what it has read
 * cannot be told from what was read before, so it does not.
 */
function canContinue(previous: Gathering, now: number): previous is Gathering & { readonly startedAt: number } {
  const { state, startedAt } = previous;
  if (startedAt === null || startedAt > now) return false;
  return isUnfinished(previous) || ((state === "stopped" || state === "failed") && now - startedAt < CONTINUE_WITHIN);
}

const INACTIVE = { waiting: null, eta: null };

function createGathering(account: string, runStartedAt: number): Gathering {
  return {
    account,
    state: "listing",
    startedAt: runStartedAt,
    endedAt: null,
    sources: SOURCE_ORDER.map((source) => ({ source, state: "waiting", count: 0, reason: null })),
    toCheck: 0,
    checked: 0,
    eta: null,
    waiting: null,
    watchUnavailable: null,
    reason: null,
  };
}

/** @returns why gathering cannot continue, or undefined if it is complete */
async function runOnce(
  deps: GatherDeps,
  details: Omit<GatherRun, "client" | "token">,
): Promise<{ readonly kind: "wait" | "pause"; readonly reason: Reason; readonly until: number | null } | undefined> {
  const release = deps.stayAwake();
  try {
    const gatherRun: GatherRun = { ...details, client: await deps.connect(details.account) };
    if (gatherRun.progress.current().state === "listing") {
      await gatherRun.progress.set({}, "urgent");
      await listAll(gatherRun);
      await checkUnlistedEntries(gatherRun);
      if (details.signal.aborted) return undefined;
      await gatherRun.progress.set({ state: "checking" }, "urgent");
    }
    await checkSubscriptions(gatherRun);
    await deleteOldResponses(gatherRun.lists, gatherRun.clock.now());
    return undefined;
  } catch (error) {
    if (details.signal.aborted) return undefined;
    const { suspension, reason } = classifyError(error);
    return suspension ? { until: null, ...suspension } : { kind: "pause", reason, until: null };
  } finally {
    release();
  }
}
