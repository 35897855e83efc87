import { definitionOf, paceOf } from "../../contract/defined.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { wrongField } from "../../errors.ts";
import { readInput } from "../request/input.ts";
import { atOnce, type Limits, type Preset, portion } from "./limits.ts";
import { type PaceOptions, readPace } from "./options.ts";

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
  /** The primary limit; default 5,000, and none where the points have none. */
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
  readonly bound: Bound | undefined;
}

type Bound = "points" | "content" | "primary" | "write gap";

const MINUTE = 60;
const HOUR = 3600;

/**
 * How long will these calls take (public documentation of rate limits)?
 * @throws InputError on a job, a count or an option that can't be right
 */
export function estimate(jobs: readonly PlannedCalls[], options: EstimateOptions = {}): Estimate {
  if (typeof options !== "object" || options === null)
    throw wrongField("options", "must be an object such as { pace }");
  const { limits, share } = readPace(options.pace);
  const { callsPerHour = Number.isFinite(limits.points) ? 5000 : Infinity, answer = 0.3, from = new Date() } = options;
  if (typeof callsPerHour !== "number" || !(callsPerHour >= 1))
    throw wrongField("callsPerHour", "must be a number, 1 or more");
  if (typeof answer !== "number" || !(answer >= 0)) throw wrongField("answer", "must be a number of seconds");
  if (!(from instanceof Date) || Number.isNaN(from.getTime())) throw wrongField("from", "must be a date");
  const planned = readJobs(jobs);
  const calls = countOf(planned);
  const longest = longestOf(waits(planned, limits, portion(callsPerHour, share.part, share.of)));
  const minimum = longest?.seconds ?? 0;
  const expected = minimum + answering(calls, minimum, limits, answer);
  return { calls, minimum, expected, eta: new Date(from.getTime() + expected * 1000), bound: longest?.bound };
}

/** So many calls, and what each of them counts. */
interface Planned {
  readonly count: number;
  readonly cost: number;
  readonly createsContent: boolean;
  readonly isWrite: boolean;
  /** It counts on the primary limit. */
  readonly isPrimary: boolean;
}

function readJobs(jobs: readonly PlannedCalls[]): readonly Planned[] {
  if (!Array.isArray(jobs)) throw wrongField("jobs", "must be an array of { operation, count }");
  return jobs.map((job: PlannedCalls, index) => {
    if (typeof job !== "object" || job === null) throw wrongField(`jobs[${index}]`, "must be { operation, count }");
    const { operation, count = 1 } = job;
    readInput(operation, {});
    if (!Number.isInteger(count) || count < 0) throw wrongField("count", "must be a whole number, 0 or more");
    const { cost, createsContent, resource } = paceOf(operation);
    const isWrite = definitionOf(operation).retry !== "safe";
    return { count, cost, createsContent, isWrite, isPrimary: resource !== null };
  });
}

interface Wait {
  readonly bound: Bound;
  readonly seconds: number;
}

/** What each limit makes of them at the least. */
function waits(planned: readonly Planned[], limits: Limits, perHour: number): readonly Wait[] {
  const writes = countOf(planned.filter(({ isWrite }) => isWrite));
  return [
    { bound: "points", seconds: windows(pointsOf(planned), limits.points) * MINUTE },
    { bound: "content", seconds: contentWait(planned, limits) },
    { bound: "primary", seconds: primaryWait(planned, limits, perHour) },
    { bound: "write gap", seconds: Math.max(0, writes - 1) * (limits.writeGap / 1000) },
  ];
}

function contentWait(planned: readonly Planned[], limits: Limits): number {
  const created = countOf(planned.filter(({ createsContent }) => createsContent));
  const hours = windows(created, limits.contentPerHour);
  // With the last hour the minute's limit begins anew, for what is left.
  const left = hours > 0 ? created - hours * limits.contentPerHour : created;
  return hours * HOUR + windows(left, limits.content) * MINUTE;
}

function primaryWait(planned: readonly Planned[], limits: Limits, perHour: number): number {
  const counted = planned.filter(({ isPrimary }) => isPrimary);
  const hours = windows(countOf(counted), perHour);
  if (hours === 0) return 0;
  // After the last reset the minute's limit holds for what is left; that may be the cheapest calls.
  return hours * HOUR + windows(cheapest(counted, hours * perHour), limits.points) * MINUTE;
}

/** Full windows that must pass before the last of so much can be used. */
function windows(weight: number, limit: number): number {
  return weight === 0 || limit === Infinity ? 0 : Math.ceil(weight / limit) - 1;
}

/** The points of those calls that are left after so many, were the dearest made first. */
function cheapest(planned: readonly Planned[], made: number): number {
  let left = Math.max(0, countOf(planned) - made);
  const kept = planned
    .toSorted((a, b) => a.cost - b.cost)
    .map((one) => {
      const count = Math.min(left, one.count);
      left -= count;
      return { ...one, count };
    });
  return pointsOf(kept);
}

function longestOf(all: readonly Wait[]): Wait | undefined {
  const [longest] = all.toSorted((a, b) => b.seconds - a.seconds);
  return longest && longest.seconds > 0 ? longest : undefined;
}

/** The seconds that answers add to the least that limits allow. */
function answering(calls: number, minimum: number, limits: Limits, answer: number): number {
  if (limits.inFlight === 1) return calls * answer;
  // Each window begins again one answer after the last; the last one takes as long as its calls do.
  const windows = minimum / MINUTE + 1;
  const last = Math.ceil(calls / windows / atOnce(limits, "bulk"));
  return (windows - 1 + last) * answer;
}

function countOf(planned: readonly Planned[]): number {
  return planned.reduce((sum, { count }) => sum + count, 0);
}

function pointsOf(planned: readonly Planned[]): number {
  return planned.reduce((sum, { count, cost }) => sum + count * cost, 0);
}
