import type { Gathering } from "../../lists/gathering.ts";
import { readGathering } from "../../lists/read-lists.ts";
import type { Reason } from "../../lists/reason.ts";
import { classifyError, waitEnd } from "../jobs/suspension.ts";
import type { WakeableSleep } from "../jobs/wakeable-sleep.ts";
import { checkSubscriptions } from "./check-subscriptions.ts";
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
  const { lists, clock } = deps;
  const previous = await readGathering(lists, account);
  const runStartedAt = canContinue(previous, clock.now()) ? previous.startedAt : clock.now();
  const progress = createGatherProgress(
    isUnfinished(previous) ? previous : createGathering(account, runStartedAt),
    deps,
  );
  let previousWaits = 0;
  for (;;) {
    const suspension = await runOnce(deps, { lists, account, clock, runStartedAt, progress, signal });
    if (signal.aborted) return progress.set({ ...INACTIVE, state: "stopped", endedAt: clock.now() }, "urgent");
    if (!suspension) return progress.set({ ...INACTIVE, state: "done", endedAt: clock.now() }, "urgent");
    if (suspension.kind === "pause") {
      return progress.set({ ...INACTIVE, state: "failed", endedAt: clock.now(), reason: suspension.reason }, "urgent");
    }
    const until = waitEnd(suspension, previousWaits++, clock.now());
    await progress.set({ waiting: { reason: suspension.reason, until }, eta: null }, "urgent");
    deps.wakeAt(until);
    await wakeableSleep.sleepUntil(until, suspension.reason.kind, signal);
    await progress.set({ waiting: null }, "urgent");
  }
}

/** Age, in milliseconds, up to which a stopped or failed run is continued. */
const CONTINUE_WITHIN = 3_600_000;

/** Whether the previous run continues, so that nothing is read twice. */
function canContinue(previous: Gathering, now: number): previous is Gathering & { readonly startedAt: number } {
  const { state, startedAt } = previous;
  if (startedAt === null) return false;
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
    const gatherRun: GatherRun = { ...details, ...(await deps.connect(details.account)) };
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
