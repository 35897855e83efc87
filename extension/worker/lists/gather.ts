import type { Gathering } from "../../lists/gathering.ts";
import { readGathering } from "../../lists/read.ts";
import type { Reason } from "../../lists/reason.ts";
import { verdictOn, waitUntil } from "../jobs/halt.ts";
import type { Nap } from "../jobs/nap.ts";
import { forgetOldAnswers } from "./answers.ts";
import { checkSubscriptions } from "./check.ts";
import { SOURCES_IN_ORDER } from "./found.ts";
import type { Gather, Gatherer } from "./gatherer.ts";
import { listAll } from "./list-all.ts";
import { lookForLost } from "./lost.ts";
import { progressOf } from "./progress.ts";

/** Has a gathering been begun, and not come to its end? */
export function isOpen({ state }: Gathering): boolean {
  return state === "listing" || state === "checking";
}

/**
 * Gathers an account's entries: lists what is starred, watched, owned and of organizations, and looks at each repository's
 * subscription. It goes on where a worker that was ended left off.
 */
export async function gather(world: Gatherer, account: string, nap: Nap, signal: AbortSignal): Promise<void> {
  const { lists, clock } = world;
  const before = await readGathering(lists, account);
  const run = goesOn(before, clock.now()) ? before.startedAt : clock.now();
  const progress = progressOf(isOpen(before) ? before : begun(account, run), world);
  let waits = 0;
  for (;;) {
    const halt = await attempt(world, { lists, account, clock, run, progress, signal });
    if (signal.aborted) return progress.set({ ...STILL, state: "stopped", endedAt: clock.now() }, "urgent");
    if (!halt) return progress.set({ ...STILL, state: "done", endedAt: clock.now() }, "urgent");
    if (halt.kind === "pause") {
      return progress.set({ ...STILL, state: "failed", endedAt: clock.now(), why: halt.why }, "urgent");
    }
    const until = waitUntil(halt, waits++, clock.now());
    await progress.set({ waiting: { why: halt.why, until }, eta: null }, "urgent");
    world.wakeAt(until);
    await nap.until(until, halt.why.kind, signal);
    await progress.set({ waiting: null }, "urgent");
  }
}

/** What was stopped or failed so long ago, in milliseconds, begins anew. */
const STALE = 3_600_000;

/** Is it the same gathering that goes on? Then nothing is looked at twice. */
function goesOn(before: Gathering, now: number): before is Gathering & { readonly startedAt: number } {
  const { state, startedAt } = before;
  if (startedAt === null) return false;
  return isOpen(before) || ((state === "stopped" || state === "failed") && now - startedAt < STALE);
}

const STILL = { waiting: null, eta: null };

function begun(account: string, run: number): Gathering {
  return {
    account,
    state: "listing",
    startedAt: run,
    endedAt: null,
    sources: SOURCES_IN_ORDER.map((source) => ({ source, state: "waiting", count: 0, why: null })),
    toCheck: 0,
    checked: 0,
    eta: null,
    waiting: null,
    whyNoWatch: null,
    why: null,
  };
}

/** @returns why it can't go on, where there is more to do */
async function attempt(
  world: Gatherer,
  about: Omit<Gather, "client" | "token">,
): Promise<{ readonly kind: "wait" | "pause"; readonly why: Reason; readonly until: number | null } | undefined> {
  const release = world.stayAwake();
  try {
    const of: Gather = { ...about, ...(await world.connect(about.account)) };
    if (of.progress.now().state === "listing") {
      await of.progress.set({}, "urgent");
      await listAll(of);
      await lookForLost(of);
      if (about.signal.aborted) return undefined;
      await of.progress.set({ state: "checking" }, "urgent");
    }
    await checkSubscriptions(of);
    await forgetOldAnswers(of.lists, of.clock.now());
    return undefined;
  } catch (error) {
    if (about.signal.aborted) return undefined;
    const { halt, why } = verdictOn(error);
    return halt ? { until: null, ...halt } : { kind: "pause", why, until: null };
  } finally {
    release();
  }
}
