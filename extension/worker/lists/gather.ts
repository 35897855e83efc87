import type { Gathering } from "../../lists/gathering.ts";
import { readGathering } from "../../lists/read-lists.ts";
import type { Reason } from "../../lists/reason.ts";
import { writeSnapshot } from "../../lists/snapshot.ts";
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

/** A run of gathering that was requested. */
export interface GatherRequest {
  readonly account: string;
  /** Whether to read all watch states that the lists do not have, not just a few. */
  readonly checkAll: boolean;
  readonly wakeableSleep: WakeableSleep;
  readonly signal: AbortSignal;
}

/**
 * Gathers an account's entries: lists the starred, watched, owned and organization repositories, and reads those
 * subscriptions that the lists lack, if they are few or all were requested. After a worker restart, it continues where it
 * stopped.
 */
export async function gather(
  deps: GatherDeps,
  { account, checkAll, wakeableSleep, signal }: GatherRequest,
): Promise<void> {
  const { lists, clock, steadyTime } = deps;
  const previous = await readGathering(lists, account);
  const isContinued = canContinue(previous, steadyTime(), checkAll);
  const runStartedAt = isContinued ? previous.startedAt : steadyTime();
  if (!isContinued) await forgetFutureChecks(lists, account, runStartedAt);
  const progress = createGatherProgress(
    isContinued ? continueGathering(previous, checkAll) : createGathering(account, runStartedAt, checkAll),
    deps,
  );
  const details = { lists, account, clock, steadyTime, runStartedAt, progress, readIds: new Set<number>(), signal };
  let previousWaits = 0;
  for (;;) {
    const suspension = await runOnce(deps, details);
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

/** Age, in milliseconds, up to which a run that has ended is continued. */
const CONTINUE_WITHIN = 3_600_000;

type StartedGathering = Gathering & { readonly startedAt: number };

/**
 * Whether the previous run continues, so that nothing is read twice: if it is unfinished, stopped or failed, or to check
 * what it left unchecked. After the clock was set back, what it has read cannot be told from what was read before, so it
 * does not.
 */
function canContinue(previous: Gathering, now: number, checkAll: boolean): previous is StartedGathering {
  const { state, startedAt } = previous;
  if (startedAt === null || startedAt > now) return false;
  return isUnfinished(previous) || ((state !== "done" || checkAll) && now - startedAt < CONTINUE_WITHIN);
}

/** Returns the progress with which a previous run continues. The lists of an ended run are read again, unless all were. */
function continueGathering(previous: StartedGathering, checkAll: boolean): Gathering {
  const { account, state, startedAt } = previous;
  if (isUnfinished(previous)) return { ...previous, checkAll: checkAll || previous.checkAll };
  if (state === "done") return { ...previous, state: "checking", checkAll, toCheck: 0, checked: 0 };
  // A run that failed continues as requested, such as with a new token. One that the user stopped does not.
  return createGathering(account, startedAt, checkAll || (state === "failed" && previous.checkAll));
}

const INACTIVE = { waiting: null, eta: null };

function createGathering(account: string, runStartedAt: number, checkAll: boolean): Gathering {
  return {
    account,
    state: "listing",
    startedAt: runStartedAt,
    endedAt: null,
    sources: SOURCE_ORDER.map((source) => ({ source, state: "waiting", count: 0, reason: null })),
    checkAll,
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
      if (details.signal.aborted) return undefined;
      await gatherRun.progress.set({ state: "checking" }, "urgent");
    }
    await checkUnlistedEntries(gatherRun);
    if (details.signal.aborted) return undefined;
    await checkSubscriptions(gatherRun);
    await deleteOldResponses(gatherRun.lists, gatherRun.clock.now());
    // The lists are complete without the copy, which only makes reading them faster.
    await writeSnapshot(gatherRun.lists, details.account).catch((error: unknown) => console.error(error));
    return undefined;
  } catch (error) {
    if (details.signal.aborted) return undefined;
    const { suspension, reason } = classifyError(error);
    return suspension ? { until: null, ...suspension } : { kind: "pause", reason, until: null };
  } finally {
    release();
  }
}
