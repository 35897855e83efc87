import { definitionOf, paceOf } from "../../contract/defined.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { InputError } from "../errors.ts";
import { type Preset, portion } from "./limits.ts";
import { type PaceOptions, readPace } from "./options.ts";
import { AT_ONCE } from "./scheduler.ts";

/** So many calls of one operation. */
export interface PlannedCalls {
  readonly operation: AnyOperation;
  /** Default 1. */
  readonly count?: number | undefined;
}

/** What an estimate reckons with. */
export interface EstimateOptions {
  /** As the client's: whose limits these are. */
  readonly pace?: Preset | PaceOptions | undefined;
  /** The primary limit; default 5,000. */
  readonly callsPerHour?: number | undefined;
  /** Seconds that an answer takes; default 0.3. */
  readonly answer?: number | undefined;
  /** When it begins; default now. */
  readonly from?: Date | undefined;
}

/** How long a list of jobs takes where nothing else counts on the same limits. */
export interface Estimate {
  readonly calls: number;
  /** Seconds that no client can do it in, by the limits alone. */
  readonly minimum: number;
  /** Seconds that it should take. */
  readonly expected: number;
  /** When it should be done. */
  readonly eta: Date;
  /** The limit that makes it take so long; undefined where none does. */
  readonly bound: "points" | "content" | "primary" | "write gap" | undefined;
}

const MINUTE = 60;
const HOUR = 3600;

/**
 * How long will these calls take (public documentation of rate limits)?
 * @throws InputError on a count or an option that can't be right
 */
export function estimate(jobs: readonly PlannedCalls[], options: EstimateOptions = {}): Estimate {
  const { callsPerHour = 5000, answer = 0.3, from = new Date() } = options;
  if (!Array.isArray(jobs)) throw wrong("jobs", "is an array of { operation, count }");
  if (!(callsPerHour >= 1)) throw wrong("callsPerHour", "is a number, 1 or more");
  if (!(answer >= 0)) throw wrong("answer", "is a number of seconds");
  const { limits, share } = readPace(options.pace);
  const planned = jobs.map(({ operation, count = 1 }) => {
    if (!Number.isInteger(count) || count < 0) throw wrong("count", "is a whole number, 0 or more");
    const { cost, createsContent, resource } = paceOf(operation);
    return { cost, createsContent, resource, isWrite: definitionOf(operation).retry !== "safe", count };
  });
  const calls = sum(planned, () => 1);
  const counted = planned.filter(({ resource }) => resource !== null);
  const created = sum(
    planned.filter(({ createsContent }) => createsContent),
    () => 1,
  );
  const writes = sum(
    planned.filter(({ isWrite }) => isWrite),
    () => 1,
  );
  const perHour = portion(callsPerHour, share.part, share.of);
  const hours = windows(
    sum(counted, () => 1),
    perHour,
  );
  const bounds = {
    points:
      windows(
        sum(planned, ({ cost }) => cost),
        limits.points,
      ) * MINUTE,
    content: inTwoWindows(created, limits.contentPerHour, (left) => windows(left, limits.content)),
    // After the last reset the minute's limit holds for what is left; the cheapest calls may be.
    primary: hours > 0 ? hours * HOUR + windows(cheapest(counted, hours * perHour), limits.points) * MINUTE : 0,
    "write gap": Math.max(0, writes - 1) * (limits.writeGap / 1000),
  };
  const [bound, minimum] = Object.entries(bounds).reduce((most, one) => (one[1] > most[1] ? one : most));
  const atOnce = Math.min(limits.inFlight, AT_ONCE.bulk);
  // Each window begins again one answer after the last; the last one takes as long as its calls do.
  const rounds = minimum > 0 ? minimum / MINUTE : 0;
  const last = Math.min(calls, limits.points) / atOnce;
  const serial = limits.inFlight === 1 ? calls * answer : rounds * answer + Math.ceil(last) * answer;
  const expected = minimum + serial;
  return { calls, minimum, expected, eta: new Date(from.getTime() + expected * 1000), bound: boundOf(bound, minimum) };
}

interface Planned {
  readonly cost: number;
  readonly count: number;
}

function sum<P extends Planned>(planned: readonly P[], weight: (one: P) => number): number {
  return planned.reduce((total, one) => total + one.count * weight(one), 0);
}

/** Full windows that must pass before the last of so much can be used. */
function windows(weight: number, limit: number): number {
  return weight === 0 || limit === Infinity ? 0 : Math.ceil(weight / limit) - 1;
}

function inTwoWindows(count: number, perHour: number, minutes: (left: number) => number): number {
  const hours = windows(count, perHour);
  return hours * HOUR + minutes(hours > 0 ? count - hours * perHour : count) * MINUTE;
}

/** The points of those calls that are left after so many, were the dearest made first. */
function cheapest(planned: readonly Planned[], made: number): number {
  let left = Math.max(0, sum(planned, () => 1) - made);
  let points = 0;
  for (const { cost, count } of planned.toSorted((a, b) => a.cost - b.cost)) {
    const taken = Math.min(left, count);
    points += taken * cost;
    left -= taken;
  }
  return points;
}

function boundOf(name: string, minimum: number): Estimate["bound"] {
  const names = ["points", "content", "primary", "write gap"] as const;
  return minimum > 0 ? names.find((known) => known === name) : undefined;
}

function wrong(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
}
