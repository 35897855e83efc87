import type { Blocker, ScheduledJob } from "./job.ts";
import { PACE_PRESETS, type PaceLimits, type QuotaShare, WRITE_COST } from "./limits.ts";
import type { NamedWindow } from "./saved-state.ts";
import { createSlidingWindow, type SlidingWindow } from "./sliding-window.ts";

/** All windows of one quota owner: points, content, CPU time, and the gap between writes. */
export interface QuotaWindows {
  /** Windows without room for a job, and the times at which they have room again. */
  readonly blockers: (job: ScheduledJob, isUrgent: boolean, now: number) => Iterable<Blocker>;
  /**
   * Reserves room for a job.
   * @returns a function that records its end
   */
  readonly take: (job: ScheduledJob, isUrgent: boolean) => (ended: FinishedJob, now: number) => void;
  /**
   * Lowers the limit that a rejected job most likely hit: the one closest to being exhausted.
   * @param isForced lowers the likeliest limit even if little of it is used
   * @returns whether a limit was lowered
   */
  readonly lowerSuspect: (job: ScheduledJob, isForced: boolean, now: number) => boolean;
  /** Records that another job of the same burst was rejected. */
  readonly recordFurtherRejection: (job: ScheduledJob) => void;
  readonly areUnused: (now: number) => boolean;
  readonly save: (now: number) => NamedWindow[];
  readonly restore: (saved: readonly NamedWindow[], now: number) => void;
  /** Counts as if every limit had just been used up. */
  readonly fill: (now: number) => void;
}

/** A finished job as the windows see it. */
export interface FinishedJob {
  /** Milliseconds that the service took: without what the network takes at least. */
  readonly serviceTime: number;
  /** False if it was rejected or never sent. */
  readonly wasExecuted: boolean;
  /** Latest time at which the service can have counted it. */
  readonly countedBy: number;
}

/** Maximum CPU time charged for one response, in milliseconds. */
const MAX_CPU_MS = 10_000;
/** A limit that is used less than this cannot be the one that was hit. */
const MIN_LIKELIHOOD = 0.25;
const MINUTE_MS = 60_000;

/** One limit, and how jobs count against it. */
interface WindowRule {
  readonly name: "points" | "content" | "contentPerHour" | "cpu" | "writeGap";
  readonly reason: Blocker["reason"];
  readonly limit: number;
  /** Whether it limits calls only after a rejection, because its usage can only be guessed. */
  readonly isAssumed?: boolean;
  /** Length of the window in milliseconds. */
  readonly span: number;
  /** Cost of the most expensive call; the limit never falls below it. */
  readonly minimum: number;
  /** Amount reserved for interactive calls, summed over all processes. */
  readonly reserve: number;
  readonly costOf: (job: ScheduledJob) => number;
}

export function createQuotaWindows(limits: PaceLimits, share: QuotaShare): QuotaWindows {
  /** Moving average of the CPU time per response, in milliseconds. */
  const typicalCpu = { read: 50, write: 100 };
  const kindOf = ({ isWrite }: ScheduledJob) => (isWrite ? "write" : "read");
  const cpuOf = (job: ScheduledJob) => Math.round(typicalCpu[kindOf(job)]);
  const tracked = rulesOf(limits, share, cpuOf)
    .filter(({ limit }) => Number.isFinite(limit))
    .map((rule) => ({ ...rule, window: windowOf(rule, share) }));
  /** The window that the last rejection was attributed to. */
  let suspect: { readonly window: SlidingWindow; readonly costOf: (job: ScheduledJob) => number } | undefined;

  return {
    *blockers(job, isUrgent, now) {
      for (const { window, reason, isAssumed, costOf } of tracked) {
        const cost = costOf(job);
        if (cost === 0 || (isAssumed && !window.isLowered(now)) || window.fits(cost, isUrgent, now)) continue;
        yield { reason, until: window.freeAt(cost, isUrgent, now) };
      }
    },
    take(job, isUrgent) {
      const taken = tracked.map(({ name, window, costOf }) => ({ name, window, cost: costOf(job) }));
      for (const { window, cost } of taken) window.take(cost, isUrgent);
      return ({ serviceTime, wasExecuted, countedBy }, now) => {
        const cpuTime = Math.round(Math.min(serviceTime, MAX_CPU_MS));
        for (const { name, window, cost } of taken) {
          const actual = name === "cpu" ? cpuTime : cost;
          window.complete(cost, isUrgent, { cost: wasExecuted ? actual : 0, countedBy }, now);
        }
        if (wasExecuted) typicalCpu[kindOf(job)] += (cpuTime - typicalCpu[kindOf(job)]) / 8;
      };
    },
    lowerSuspect(job, isForced, now) {
      const candidates = tracked
        .filter(({ name, costOf }) => name !== "writeGap" && costOf(job) > 0)
        .map(({ window, costOf, isAssumed }) => {
          return { window, costOf, isAssumed, likelihood: window.likelihood(costOf(job), now) };
        })
        .toSorted((a, b) => b.likelihood - a.likelihood);
      const isLikely = ({ likelihood }: { readonly likelihood: number }) => likelihood > MIN_LIKELIHOOD;
      // What is counted is likelier than what is guessed.
      suspect =
        candidates.find((candidate) => !candidate.isAssumed && isLikely(candidate)) ??
        candidates.find((candidate) => isLikely(candidate) || (isForced && candidate.likelihood > 0));
      suspect?.window.lower(now);
      return suspect !== undefined;
    },
    recordFurtherRejection(job) {
      suspect?.window.recordFurtherRejection(suspect.costOf(job));
    },
    areUnused: (now) => tracked.every(({ window }) => window.isUnused(now)),
    save: (now) => tracked.map(({ name, window }) => ({ name, ...window.save(now) })),
    restore(saved, now) {
      for (const { name, window } of tracked) {
        const state = saved.find((window) => window.name === name);
        if (state) window.restore(state, now);
      }
    },
    fill(now) {
      for (const { window } of tracked) window.fill(now);
    },
  };
}

function rulesOf(limits: PaceLimits, share: QuotaShare, cpuOf: (job: ScheduledJob) => number): readonly WindowRule[] {
  const pointsOf = ({ cost }: ScheduledJob) => cost;
  const contentOf = ({ createsContent }: ScheduledJob) => (createsContent ? 1 : 0);
  const writesOf = ({ isWrite }: ScheduledJob) => (isWrite ? 1 : 0);
  const minute = { span: MINUTE_MS };
  const hour = { span: 60 * MINUTE_MS };
  // Reserves three writes, or fifteen reads, for interactive calls.
  const points = { limit: limits.points, minimum: WRITE_COST, reserve: 3 * WRITE_COST, costOf: pointsOf };
  const content = { limit: limits.content, minimum: 1, reserve: 2, costOf: contentOf };
  const isAssumed = limits.cpu * share.of === PACE_PRESETS.published.cpu;
  const cpu = { limit: limits.cpu * 1000, isAssumed, minimum: 1000, reserve: 3000, costOf: cpuOf };
  const gap = { limit: limits.writeGap > 0 ? 1 : Infinity, span: limits.writeGap, minimum: 1, reserve: 0 };
  return [
    { name: "points", reason: "points", ...points, ...minute },
    { name: "content", reason: "content", ...content, ...minute },
    { name: "contentPerHour", reason: "content", ...content, limit: limits.contentPerHour, reserve: 5, ...hour },
    { name: "cpu", reason: "cpu", ...cpu, ...minute },
    { name: "writeGap", reason: "write-gap", ...gap, costOf: writesOf },
  ];
}

function windowOf({ limit, span, minimum, reserve }: WindowRule, share: QuotaShare): SlidingWindow {
  // Rounded down to whole calls; a fraction of a call is of no use.
  const ownReserve = Math.floor(reserve / share.of / minimum) * minimum;
  return createSlidingWindow(span, limit, minimum, ownReserve);
}
