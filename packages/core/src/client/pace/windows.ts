import type { Job, Obstacle } from "./job.ts";
import { type Limits, type Share, WRITE_COST } from "./limits.ts";
import type { NamedWindow } from "./saved-state.ts";
import { createWindow, type Window } from "./window.ts";

/** The windows of one quota owner together: points, content, computing time, and the gap between writes. */
export interface Windows {
  /** The windows that have no room for a job, and when they have. */
  readonly obstacles: (job: Job, isUrgent: boolean, now: number) => Iterable<Obstacle>;
  /** Takes a job's room. @returns what tells them that it has ended */
  readonly take: (job: Job, isUrgent: boolean) => (ended: Ended, now: number) => void;
  /**
   * The service has refused a job: the limit that is nearest to its end is taken to be the one that was met.
   * @param whatever takes it to be so however far away its end is, if anything of it is used
   * @returns whether any was near enough
   */
  readonly lower: (job: Job, whatever: boolean, now: number) => boolean;
  /** Another job that was under way was refused with it. */
  readonly refusedToo: (job: Job) => void;
  readonly areAsNew: (now: number) => boolean;
  readonly save: () => NamedWindow[];
  readonly restore: (saved: readonly NamedWindow[], now: number) => void;
  /** Counts as if all of it had been used just now. */
  readonly fill: (now: number) => void;
}

/** How a job ended, as the windows see it. */
export interface Ended {
  /** Milliseconds that it took. */
  readonly took: number;
  /** Neither refused nor never sent. */
  readonly wasDone: boolean;
  /** When the service has counted it at the latest. */
  readonly countedBy: number;
}

/** How much of the time that an answer takes is counted as computing; the rest is the network and waiting. */
const CPU_SHARE = 0.5;
/** The most computing that one answer is believed to have taken, in milliseconds. */
const MOST_CPU = 10_000;
/** A limit of which less than this part is used can't be what was met. */
const LEAST_SUSPICION = 0.25;
const MINUTE = 60_000;

/** One of the limits, and what jobs count on it. */
interface Rule {
  readonly name: "points" | "content" | "contentPerHour" | "cpu" | "writeGap";
  readonly reason: Obstacle["reason"];
  readonly limit: number;
  /** Milliseconds that it holds for. */
  readonly span: number;
  /** What one call costs at most, as far as the limit must allow it. */
  readonly least: number;
  /** What only interactive calls may use, of all processes together. */
  readonly reserve: number;
  readonly costOf: (job: Job) => number;
}

export function createWindows(limits: Limits, share: Share): Windows {
  /** The milliseconds of computing that an answer to a read or a write takes of late. */
  const usual = { read: 50, write: 100 };
  const kindOf = ({ isWrite }: Job) => (isWrite ? "write" : "read");
  const cpuOf = (job: Job) => Math.round(usual[kindOf(job)]);
  const kept = rulesOf(limits, cpuOf)
    .filter(({ limit }) => Number.isFinite(limit))
    .map((rule) => ({ ...rule, window: windowOf(rule, share) }));
  /** What was met last. */
  let met: { readonly window: Window; readonly costOf: (job: Job) => number } | undefined;

  return {
    *obstacles(job, isUrgent, now) {
      for (const { window, reason, costOf } of kept) {
        const cost = costOf(job);
        if (cost === 0 || window.fits(cost, isUrgent, now)) continue;
        yield { reason, until: window.freeAt(cost, isUrgent, now) };
      }
    },
    take(job, isUrgent) {
      const taken = kept.map(({ name, window, costOf }) => ({ name, window, cost: costOf(job) }));
      for (const { window, cost } of taken) window.take(cost, isUrgent);
      return ({ took, wasDone, countedBy }, now) => {
        const computing = Math.round(Math.min(took * CPU_SHARE, MOST_CPU));
        for (const { name, window, cost } of taken) {
          const actual = name === "cpu" ? computing : cost;
          window.settle(cost, isUrgent, { cost: wasDone ? actual : 0, countedBy }, now);
        }
        if (wasDone) usual[kindOf(job)] += (computing - usual[kindOf(job)]) / 8;
      };
    },
    lower(job, whatever, now) {
      const [nearest] = kept
        .filter(({ name, costOf }) => name !== "writeGap" && costOf(job) > 0)
        .map(({ window, costOf }) => ({ window, costOf, suspicion: window.suspicion(costOf(job), now) }))
        .toSorted((a, b) => b.suspicion - a.suspicion);
      met = nearest && nearest.suspicion > (whatever ? 0 : LEAST_SUSPICION) ? nearest : undefined;
      met?.window.lower(now);
      return met !== undefined;
    },
    refusedToo(job) {
      met?.window.refusedToo(met.costOf(job));
    },
    areAsNew: (now) => kept.every(({ window }) => window.isAsNew(now)),
    save: () => kept.map(({ name, window }) => ({ name, ...window.save() })),
    restore(saved, now) {
      for (const { name, window } of kept) {
        const state = saved.find((one) => one.name === name);
        if (state) window.restore(state, now);
      }
    },
    fill(now) {
      for (const { window } of kept) window.fill(now);
    },
  };
}

function rulesOf(limits: Limits, cpuOf: (job: Job) => number): readonly Rule[] {
  const pointsOf = ({ cost }: Job) => cost;
  const contentOf = ({ createsContent }: Job) => (createsContent ? 1 : 0);
  const writesOf = ({ isWrite }: Job) => (isWrite ? 1 : 0);
  const minute = { span: MINUTE };
  const hour = { span: 60 * MINUTE };
  // Three writes or fifteen looks are kept for people.
  const points = { limit: limits.points, least: WRITE_COST, reserve: 3 * WRITE_COST, costOf: pointsOf };
  const content = { limit: limits.content, least: 1, reserve: 2, costOf: contentOf };
  const cpu = { limit: limits.cpu * 1000, least: 1000, reserve: 3000, costOf: cpuOf };
  const gap = { limit: limits.writeGap > 0 ? 1 : Infinity, span: limits.writeGap, least: 1, reserve: 0 };
  return [
    { name: "points", reason: "points", ...points, ...minute },
    { name: "content", reason: "content", ...content, ...minute },
    { name: "contentPerHour", reason: "content", ...content, limit: limits.contentPerHour, reserve: 5, ...hour },
    { name: "cpu", reason: "cpu", ...cpu, ...minute },
    { name: "writeGap", reason: "write gap", ...gap, costOf: writesOf },
  ];
}

function windowOf({ limit, span, least, reserve }: Rule, share: Share): Window {
  // In whole calls: the rest of one would be lost to everybody.
  const mine = Math.floor(reserve / share.of / least) * least;
  return createWindow(span, limit, least, mine);
}
