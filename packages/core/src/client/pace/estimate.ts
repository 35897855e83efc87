import { callDefinitionOf } from "../../contract/call-definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { paceOf } from "../../contract/pace-of.ts";
import { invalidField } from "../../errors.ts";
import { readInput } from "../request/validate-input.ts";
import { concurrencyFor } from "./concurrency.ts";
import type { PaceLimits, PacePreset } from "./limits.ts";
import { type PaceOptions, readPaceOptions } from "./pace-options.ts";
import { ownLimitsOf } from "./shares.ts";

/** A number of calls of one operation. */
export interface PlannedCalls {
  readonly operation: AnyOperation;
  /** Default 1. */
  readonly count?: number | undefined;
}

/** Options for {@link estimate}. */
export interface EstimateOptions {
  /** The client's `pace` option. */
  readonly pace?: PacePreset | PaceOptions | undefined;
  /** Primary rate limit in calls per hour; default 5,000, or unlimited if the points are. */
  readonly callsPerHour?: number | undefined;
  /** Expected response time in seconds; default 0.3. */
  readonly latency?: number | undefined;
  /** Start time; default now. */
  readonly from?: Date | undefined;
}

/** Expected duration of the calls if nothing else uses the same limits. */
export interface Estimate {
  readonly calls: number;
  /** Lower bound in seconds, from the limits alone. */
  readonly minimum: number;
  /** Expected duration in seconds. */
  readonly expected: number;
  /** Expected end. */
  readonly eta: Date;
  /** The limit that determines the duration; undefined if none does. */
  readonly bottleneck: LimitName | undefined;
}

type LimitName = "points" | "content" | "primary" | "write-gap";

const MINUTE = 60;
const HOUR = 3600;

/**
 * Estimates how long calls will take within GitHub's published rate limits.
 * @throws InputError if a job, a count or an option is invalid
 */
export function estimate(jobs: readonly PlannedCalls[], options: EstimateOptions = {}): Estimate {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object such as { pace }");
  const settings = readPaceOptions(options.pace);
  const { share } = settings;
  const limits = ownLimitsOf(settings);
  const { callsPerHour = Number.isFinite(limits.points) ? 5000 : Infinity, latency = 0.3, from = new Date() } = options;
  if (typeof callsPerHour !== "number" || !(callsPerHour >= 1))
    throw invalidField("callsPerHour", "must be a number, 1 or more");
  if (typeof latency !== "number" || !(latency >= 0)) throw invalidField("latency", "must be a number of seconds");
  if (!(from instanceof Date) || Number.isNaN(from.getTime())) throw invalidField("from", "must be a date");
  const planned = readJobs(jobs);
  const calls = countOf(planned);
  const longest = longestWait(waitsPerLimit(planned, limits, share?.portion(callsPerHour) ?? Math.floor(callsPerHour)));
  const minimum = longest?.seconds ?? 0;
  const expected = minimum + responseTime(calls, minimum, limits, latency);
  return { calls, minimum, expected, eta: new Date(from.getTime() + expected * 1000), bottleneck: longest?.limit };
}

/** A number of calls with the same cost. */
interface Planned {
  readonly count: number;
  readonly cost: number;
  readonly createsContent: boolean;
  readonly isWrite: boolean;
  /** Whether they count against the primary limit. */
  readonly isPrimary: boolean;
}

function readJobs(jobs: readonly PlannedCalls[]): readonly Planned[] {
  if (!Array.isArray(jobs)) throw invalidField("jobs", "must be an array of { operation, count }");
  return jobs.map((job: PlannedCalls, index) => {
    if (typeof job !== "object" || job === null) throw invalidField(`jobs[${index}]`, "must be { operation, count }");
    const { operation, count = 1 } = job;
    readInput(operation, {});
    if (!Number.isInteger(count) || count < 0) throw invalidField("count", "must be a whole number, 0 or more");
    const { cost, createsContent, resource } = paceOf(operation);
    const isWrite = callDefinitionOf(operation).retry !== "safe";
    return { count, cost, createsContent, isWrite, isPrimary: resource !== null };
  });
}

interface LimitWait {
  readonly limit: LimitName;
  readonly seconds: number;
}

/** Minimum wait that each limit imposes. */
function waitsPerLimit(planned: readonly Planned[], limits: PaceLimits, perHour: number): readonly LimitWait[] {
  const writes = countOf(planned.filter(({ isWrite }) => isWrite));
  return [
    { limit: "points", seconds: fullWindows(pointsOf(planned), limits.points) * MINUTE },
    { limit: "content", seconds: contentWait(planned, limits) },
    { limit: "primary", seconds: primaryWait(planned, limits, perHour) },
    { limit: "write-gap", seconds: Math.max(0, writes - 1) * (limits.writeGap / 1000) },
  ];
}

function contentWait(planned: readonly Planned[], limits: PaceLimits): number {
  const created = countOf(planned.filter(({ createsContent }) => createsContent));
  const hours = fullWindows(created, limits.contentPerHour);
  // The minute limit applies again to the calls that remain for the last hour.
  const remaining = hours > 0 ? created - hours * limits.contentPerHour : created;
  return hours * HOUR + fullWindows(remaining, limits.content) * MINUTE;
}

function primaryWait(planned: readonly Planned[], limits: PaceLimits, perHour: number): number {
  const counted = planned.filter(({ isPrimary }) => isPrimary);
  const hours = fullWindows(countOf(counted), perHour);
  if (hours === 0) return 0;
  // After the last reset the minute limit applies to the remaining calls, which may be the cheapest.
  return hours * HOUR + fullWindows(remainingPoints(counted, hours * perHour), limits.points) * MINUTE;
}

/** Number of full windows that must pass before the last part of `weight` can be used. */
function fullWindows(weight: number, limit: number): number {
  return weight === 0 || limit === Infinity ? 0 : Math.ceil(weight / limit) - 1;
}

/** Points of the calls that remain after `callsMade`, if the most expensive were made first. */
function remainingPoints(planned: readonly Planned[], callsMade: number): number {
  let remaining = Math.max(0, countOf(planned) - callsMade);
  const remainingCalls = planned
    .toSorted((a, b) => a.cost - b.cost)
    .map((calls) => {
      const count = Math.min(remaining, calls.count);
      remaining -= count;
      return { ...calls, count };
    });
  return pointsOf(remainingCalls);
}

function longestWait(all: readonly LimitWait[]): LimitWait | undefined {
  const [longest] = all.toSorted((a, b) => b.seconds - a.seconds);
  return longest && longest.seconds > 0 ? longest : undefined;
}

/** Seconds that response times add to the minimum. */
function responseTime(calls: number, minimum: number, limits: PaceLimits, latency: number): number {
  if (limits.inFlight === 1) return calls * latency;
  // Each window starts one response time late, except the first; the last window takes as long as its calls.
  const windowCount = minimum / MINUTE + 1;
  const roundsInLast = Math.ceil(calls / windowCount / concurrencyFor(limits, "bulk"));
  return (windowCount - 1 + roundsInLast) * latency;
}

function countOf(planned: readonly Planned[]): number {
  return planned.reduce((sum, { count }) => sum + count, 0);
}

function pointsOf(planned: readonly Planned[]): number {
  return planned.reduce((sum, { count, cost }) => sum + count * cost, 0);
}
