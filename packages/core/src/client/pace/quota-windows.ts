import { isProbing, MAX_PROBE_AFTER_MS } from "./adaptive-limit.ts";
import type { Blocker, PaceJob } from "./job.ts";
import { PACE_PRESETS, type PaceLimits, WRITE_COST } from "./limits.ts";
import {
  complete,
  createSlidingWindow,
  expire,
  lower,
  recordFurtherRejection,
  type SlidingWindow,
  take,
  windowFreeAt,
} from "./sliding-window.ts";

/** A window of a quota. */
export interface LimitWindow extends SlidingWindow {
  readonly name: WindowName;
  /** Whether it limits calls only after a rejection, because its usage can only be guessed. */
  readonly isAssumed: boolean;
}

/** Names of windows, with the reasons that waits for them have. */
const WINDOW_REASONS = {
  points: "points",
  content: "content",
  contentPerHour: "content",
  cpu: "cpu",
  writeGap: "write-gap",
} as const satisfies Record<string, Blocker["reason"]>;

/** Name of a window. */
export type WindowName = keyof typeof WINDOW_REASONS;

export const WINDOW_NAMES: readonly WindowName[] = ["points", "content", "contentPerHour", "cpu", "writeGap"];

/** Windows of one quota. */
export interface LimitWindows<W extends LimitWindow = LimitWindow> {
  readonly all: readonly W[];
  /** The window that the last rejection was attributed to. */
  suspect: W | undefined;
}

/** All windows of one quota owner: points, content, CPU time, and the gap between writes. */
export interface QuotaWindows extends LimitWindows<QuotaWindow> {
  /** Moving average of the CPU time per response in milliseconds, of reads and writes. */
  readonly typicalCpu: CpuTimes;
}

/** A window, and how jobs count against it. */
interface QuotaWindow extends LimitWindow {
  readonly costOf: (job: PaceJob) => number;
}

type CpuTimes = { read: number; write: number };

/** Maximum CPU time charged for one response, in milliseconds. */
const MAX_CPU_MS = 10_000;
/** A limit that is used less than this cannot be the one that was hit. */
const MIN_LIKELIHOOD = 0.25;
const MINUTE_MS = 60_000;

/** @param processes number of processes that share the reserve for interactive calls */
export function createQuotaWindows(limits: PaceLimits, processes: number): QuotaWindows {
  const typicalCpu: CpuTimes = { read: 50, write: 100 };
  function windowOf(
    name: WindowName,
    span: number,
    limit: number,
    minimum: number,
    reserve: number,
    costOf: (job: PaceJob) => number,
    isAssumed = false,
  ): QuotaWindow {
    // Rounded down to whole calls; a fraction of a call is of no use.
    const ownReserve = Math.floor(reserve / processes / minimum) * minimum;
    return { ...createSlidingWindow(span, limit, minimum, ownReserve), name, isAssumed, costOf };
  }
  const contentOf = ({ createsContent }: PaceJob) => Number(createsContent);
  const isAssumed = limits.cpu * processes === PACE_PRESETS.published.cpu;
  const cpuOf = (job: PaceJob) => Math.round(typicalCpu[kindOf(job)]);
  const gapLimit = limits.writeGap > 0 ? 1 : Infinity;
  const all = [
    // Reserves three writes, or fifteen reads, for interactive calls.
    windowOf("points", MINUTE_MS, limits.points, WRITE_COST, 3 * WRITE_COST, ({ cost }) => cost),
    windowOf("content", MINUTE_MS, limits.content, 1, 2, contentOf),
    windowOf("contentPerHour", 60 * MINUTE_MS, limits.contentPerHour, 1, 5, contentOf),
    windowOf("cpu", MINUTE_MS, limits.cpu * 1000, 1000, 3000, cpuOf, isAssumed),
    windowOf("writeGap", limits.writeGap, gapLimit, 1, 0, ({ isWrite }) => Number(isWrite)),
  ];
  return { all: all.filter(({ limit }) => limit < Infinity), typicalCpu, suspect: undefined };
}

const kindOf = ({ isWrite }: PaceJob) => (isWrite ? "write" : "read");

/** Windows without room for a call, and the times at which they have room again. */
export function* windowBlockers<W extends LimitWindow>(
  { all }: LimitWindows<W>,
  costOf: (window: W) => number,
  isUrgent: boolean,
  now: number,
): Iterable<Blocker> {
  for (const window of all) {
    const cost = costOf(window);
    if (cost === 0 || (window.isAssumed && !isLowered(window, now))) continue;
    const until = windowFreeAt(window, cost, isUrgent, now);
    if (until > now) yield { reason: WINDOW_REASONS[window.name], until };
  }
}

/** Whether the limit is below the published one and was changed recently enough to matter. */
export function isLowered({ limit, published, changed }: SlidingWindow, now: number): boolean {
  return limit < published && now - changed < MAX_PROBE_AFTER_MS;
}

/**
 * Takes room for a job.
 * @returns a function that records its end; its `serviceTime` is the milliseconds that the service took, undefined if the
 * job was rejected or never sent
 */
export function takeRoom({ all, typicalCpu }: QuotaWindows, job: PaceJob) {
  const isUrgent = job.priority === "interactive";
  const taken = all.map((window) => ({ window, cost: window.costOf(job) }));
  for (const { window, cost } of taken) take(window, cost, isUrgent);
  return (serviceTime: number | undefined, countedBy: number, now: number) => {
    const cpuTime = cpuTimeOf(serviceTime ?? 0);
    for (const { window, cost } of taken) {
      const used = serviceTime === undefined ? 0 : window.name === "cpu" ? cpuTime : cost;
      complete(window, cost, isUrgent, { cost: used, countedBy }, now);
    }
    if (serviceTime !== undefined) learnCpuTime(typicalCpu, job, cpuTime);
  };
}

/** CPU time that is charged for a response, in whole milliseconds. @param serviceTime milliseconds that the service took */
export const cpuTimeOf = (serviceTime: number): number => Math.round(Math.min(serviceTime, MAX_CPU_MS));

/** Includes the CPU time of a response in the moving average. */
export function learnCpuTime(typicalCpu: CpuTimes, job: PaceJob, cpuTime: number): void {
  const kind = kindOf(job);
  typicalCpu[kind] += (cpuTime - typicalCpu[kind]) / 8;
}

/**
 * Lowers the limit that a rejected call most likely hit: the one closest to being exhausted.
 * @param isForced lowers the likeliest limit even if little of it is used
 * @returns whether a limit was lowered
 */
export function lowerSuspect<W extends LimitWindow>(
  windows: LimitWindows<W>,
  costOf: (window: W) => number,
  isForced: boolean,
  now: number,
): boolean {
  windows.suspect = undefined;
  let highest = isForced ? 0 : MIN_LIKELIHOOD;
  for (const window of windows.all) {
    const cost = costOf(window);
    if (cost === 0 || window.name === "writeGap") continue;
    expire(window, now);
    // The used fraction, 0 to 1, plus 1 while the limit was being probed.
    const found = window.total / window.limit + Number(isProbing(window, window.total + cost));
    // What is counted is likelier than what is guessed.
    const rank = found > MIN_LIKELIHOOD && !window.isAssumed ? found + 2 : found;
    if (rank <= highest) continue;
    highest = rank;
    windows.suspect = window;
  }
  const { suspect } = windows;
  if (suspect) lower(suspect, suspect.total, now);
  return suspect !== undefined;
}

/** Records that another call of the same burst was rejected. */
export function lowerFurther<W extends LimitWindow>({ suspect }: LimitWindows<W>, costOf: (window: W) => number): void {
  if (suspect) recordFurtherRejection(suspect, costOf(suspect));
}
