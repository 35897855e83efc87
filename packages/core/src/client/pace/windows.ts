import { type Limits, type Share, WRITE_COST } from "./limits.ts";
import type { Job } from "./queue.ts";
import type { Obstacle } from "./scheduler.ts";
import { createWindow, type SavedWindow, type Window } from "./window.ts";

/** The windows of one quota owner together: points, content, computing time, and the gap between writes. */
export interface Windows {
  /** Which window has no room for a job, and when it has. */
  readonly obstacle: (job: Job, isUrgent: boolean, now: number) => Obstacle | undefined;
  /** Takes a job's room. @returns what tells them that it has ended: how long it took, and whether it was refused */
  readonly take: (job: Job, isUrgent: boolean) => (took: number, wasRefused: boolean, now: number) => void;
  /**
   * The service has refused a job: the limit that is nearest to its end is taken to be the one that was met.
   * @param whatever takes it to be so however far away its end is
   * @returns whether any was near enough
   */
  readonly lower: (job: Job, whatever: boolean, now: number) => boolean;
  /** Another job that was under way was refused with it. */
  readonly refusedToo: (job: Job) => void;
  readonly areEmpty: (now: number) => boolean;
  readonly save: () => Record<string, SavedWindow>;
  readonly restore: (saved: Readonly<Record<string, SavedWindow>>, now: number) => void;
  readonly assumeFull: (now: number) => void;
}

/** Points of a minute that only interactive calls may use: three writes, or fifteen looks. */
const RESERVED_POINTS = 15;
const RESERVED_CONTENT = 2;
const RESERVED_CONTENT_PER_HOUR = 5;
/** How much of the time that an answer takes is counted as computing; the rest is the network and waiting. */
const CPU_SHARE = 0.5;
/** The most computing that one answer is believed to have taken, in milliseconds. */
const MOST_CPU = 10_000;
/** A limit of which less than this part is used can't be what was met. */
const LEAST_LOAD = 0.25;
const MINUTE = 60_000;

interface Rule {
  readonly name: string;
  readonly reason: Obstacle["reason"];
  readonly window: Window;
  readonly costOf: (job: Job) => number;
}

export function createWindows(limits: Limits, share: Share): Windows {
  /** The milliseconds of computing that an answer to a read or a write takes of late. */
  const usual = { read: 50, write: 100 };
  const kindOf = ({ isWrite }: Job) => (isWrite ? "write" : "read");
  // In whole writes: the rest of one would be lost to everybody.
  const reservedPoints = Math.floor(RESERVED_POINTS / share.of / WRITE_COST) * WRITE_COST;
  const reserved = (total: number) => Math.floor(total / share.of);
  const content = ({ createsContent }: Job) => (createsContent ? 1 : 0);
  const cpu = (job: Job) => usual[kindOf(job)];
  const rules: readonly Rule[] = [
    rule(limits.points, MINUTE, WRITE_COST, reservedPoints, {
      name: "points",
      reason: "points",
      costOf: (job) => job.cost,
    }),
    rule(limits.content, MINUTE, 1, reserved(RESERVED_CONTENT), {
      name: "content",
      reason: "content",
      costOf: content,
    }),
    rule(limits.contentPerHour, 60 * MINUTE, 1, reserved(RESERVED_CONTENT_PER_HOUR), {
      name: "contentPerHour",
      reason: "content",
      costOf: content,
    }),
    rule(limits.cpu * 1000, MINUTE, 1000, 0, { name: "cpu", reason: "cpu", costOf: cpu }),
    rule(limits.writeGap > 0 ? 1 : Infinity, limits.writeGap, 1, 0, {
      name: "writeGap",
      reason: "write gap",
      costOf: ({ isWrite }) => (isWrite ? 1 : 0),
    }),
  ].flat();

  /** What was met last. */
  let met: Rule | undefined;

  return {
    obstacle(job, isUrgent, now) {
      for (const { window, reason, costOf } of rules) {
        const cost = costOf(job);
        if (cost === 0 || window.fits(cost, isUrgent, now)) continue;
        return { reason, until: window.freeAt(cost, isUrgent, now) };
      }
      return undefined;
    },
    take(job, isUrgent) {
      const taken = rules.map(({ costOf }) => costOf(job));
      rules.forEach(({ window }, index) => {
        window.take(taken[index] ?? 0, isUrgent);
      });
      return (took, wasRefused, now) => {
        const computing = Math.min(took * CPU_SHARE, MOST_CPU);
        rules.forEach(({ name, window }, index) => {
          const cost = taken[index] ?? 0;
          // What was refused was not done, and used nothing.
          const actual = wasRefused ? 0 : name === "cpu" ? computing : cost;
          if (cost > 0) window.settle(cost, actual, isUrgent, now);
        });
        if (!wasRefused) usual[kindOf(job)] += (computing - usual[kindOf(job)]) / 8;
      };
    },
    lower(job, whatever, now) {
      met = rules
        .filter(({ name, costOf }) => name !== "writeGap" && costOf(job) > 0)
        .toSorted((a, b) => b.window.load(now) - a.window.load(now))[0];
      if (!met || (!whatever && met.window.load(now) < LEAST_LOAD)) return false;
      met.window.halve(now);
      return true;
    },
    refusedToo(job) {
      if (met) met.window.refusedToo(met.costOf(job));
    },
    areEmpty: (now) => rules.every(({ window }) => window.load(now) === 0 && !window.isLowered()),
    save: () => Object.fromEntries(rules.map(({ name, window }) => [name, window.save()])),
    restore(saved, now) {
      for (const { name, window } of rules) {
        const kept = saved[name];
        if (kept) window.restore(kept, now);
      }
    },
    assumeFull(now) {
      for (const { window } of rules) window.restore({ limit: window.limit(), used: [], out: window.limit() }, now);
    },
  };
}

/** A limit of this kind; nothing where there is none. */
function rule(limit: number, span: number, least: number, reserve: number, rest: Omit<Rule, "window">): Rule[] {
  return Number.isFinite(limit) ? [{ ...rest, window: createWindow(span, limit, least, reserve) }] : [];
}
